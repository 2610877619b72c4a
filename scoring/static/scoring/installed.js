// The page as an installed one: a worker keeps it for when there is no signal. Only where the browser allows that, which
// is over https (or on the laptop itself); on plain http everything else works the same.

const LAST = "right-bower.last-table";

/** Whether this page would open again without the server. */
export function opensAlone() {
  return Boolean(navigator.serviceWorker?.controller);
}

/** Let a worker keep this page, where there may be one. */
export async function startInstalled({ worker, scope, page }) {
  if (!("serviceWorker" in navigator)) return;
  const first = !navigator.serviceWorker.controller;
  try {
    await navigator.serviceWorker.register(worker, { scope });
    const { active } = await navigator.serviceWorker.ready;
    if (first && page) active.postMessage({ keep: page });
  } catch {
    // a phone that refuses: as on plain http
  }
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
