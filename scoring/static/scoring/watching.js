// Looks every few seconds whether another phone has written on the sheet. An unchanged sheet costs a 304.

const OFTEN = 5_000; // milliseconds
const SELDOM = 15_000;

/**
 * Keep asking `address` for the table's state; `seen(state)` is told each new one, and `reached()` that there is a
 * signal. `answers()` counts the answers to lines of our own: a look that began before the last of them may not have
 * it yet, and is thrown away.
 */
export function watchTable({ address, token, answers, reached, seen }) {
  let etag = "";
  let timer = 0;

  async function look() {
    clearTimeout(timer);
    let well = false;
    const before = answers();
    try {
      const headers = { Accept: "application/json", "X-Table-Token": token };
      if (etag) headers["If-None-Match"] = etag;
      const answer = await fetch(address, { headers, cache: "no-store", credentials: "omit", redirect: "error" });
      well = answer.status === 304 || answer.ok;
      const state = answer.ok ? await answer.json() : null;
      if (state && answers() === before) {
        etag = answer.headers.get("ETag") || "";
        seen(state);
      }
    } catch {
      well = false;
    }
    if (well) reached();
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

/** Ask now and then what this table waits for: `told` gets {"match": id or null, "waiting": a sentence}. */
export function watchForNext({ page, wanted, told }) {
  async function ask() {
    if (!wanted() || document.visibilityState !== "visible") return;
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(page, { headers, cache: "no-store", credentials: "omit", redirect: "error" });
      if (answer.ok) told(await answer.json());
    } catch {
      // no signal: asked again later
    }
  }

  setInterval(ask, SELDOM);
  return ask;
}
