// The page as an installed one: a worker keeps it for when there is no signal. Only where the browser allows that, which
// is over https (or on the laptop itself); on plain http everything else works the same.

const LAST = "right-bower.last-table";

/** Whether this page would open again without the server. */
export function opensAlone() {
  return Boolean(navigator.serviceWorker?.controller);
}

/** Let a worker keep this page, where there may be one. */
export function startInstalled({ worker, scope }) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(worker, { scope }).catch(() => {
    // a phone that refuses: as on plain http
  });
}

/** Remember which table this phone scores: an installed page begins there. */
export function rememberTable({ page, label }) {
  try {
    localStorage.setItem(LAST, JSON.stringify({ page, label }));
  } catch {
    // it is only a convenience
  }
}

/** The table that this phone scored last, if it remembers. */
export function lastTable() {
  try {
    return JSON.parse(localStorage.getItem(LAST));
  } catch {
    return null;
  }
}
