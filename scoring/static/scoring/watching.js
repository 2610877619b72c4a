// Looks every few seconds whether another phone has written on the sheet. An unchanged sheet costs a 304.

const OFTEN = 5_000; // milliseconds
const SELDOM = 15_000;

/** Keep asking `address` for the table's state; `seen(state)` is told each new one. */
export function watchTable({ address, token, seen }) {
  let etag = "";
  let timer = 0;

  async function look() {
    clearTimeout(timer);
    let well = false;
    try {
      const headers = { Accept: "application/json", "X-Table-Token": token };
      if (etag) headers["If-None-Match"] = etag;
      const answer = await fetch(address, { headers, cache: "no-store", credentials: "omit", redirect: "error" });
      well = answer.status === 304 || answer.ok;
      if (answer.ok) {
        const state = await answer.json();
        etag = answer.headers.get("ETag") || "";
        seen(state);
      }
    } catch {
      well = false;
    }
    timer = setTimeout(again, well ? OFTEN : SELDOM);
    return well;
  }

  function again() {
    if (document.visibilityState === "visible") look();
    else timer = setTimeout(again, SELDOM);
  }

  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  timer = setTimeout(again, OFTEN);
  return look;
}

/** Ask now and then whether another match is to be scored at this table; `found()` is told when there is. */
export function watchForNext({ page, match, wanted, found }) {
  setInterval(async () => {
    if (!wanted() || document.visibilityState !== "visible") return;
    try {
      const answer = await fetch(page, { headers: { Accept: "application/json" }, cache: "no-store", credentials: "omit" });
      const said = answer.ok ? await answer.json() : null;
      if (said && said.match !== match) found();
    } catch {
      // no signal: asked again later
    }
  }, SELDOM);
}
