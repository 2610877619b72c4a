// Looks every few seconds whether another phone has written on the sheet. An unchanged sheet costs a 304.

import { keepTime } from "./calling.js";

const OFTEN = 5_000; // milliseconds
const SELDOM = 15_000;
const PATIENCE = 15_000;

/**
 * Keep asking `address()` for the table's state; `seen(state)` is told each new one, `reached()` that there is a
 * signal, and `strange(status)` that the game is not known there: true to ask again. `answers()` counts the answers
 * to lines of our own: a look that began before the last of them may not have it yet, and is thrown away, as is one
 * that another look overtook.
 */
export function watchTable({ address, token, answers, reached, strange, seen }) {
  let etag = "";
  let asked = "";
  let timer = 0;
  let turn = 0;

  async function ask(there) {
    const headers = { Accept: "application/json", "X-Table-Token": token };
    if (etag && asked === there) headers["If-None-Match"] = etag;
    const signal = AbortSignal.timeout?.(PATIENCE);
    return fetch(there, { headers, cache: "no-store", credentials: "omit", redirect: "error", signal });
  }

  /** One question; whether it was answered. */
  async function once() {
    const mine = (turn += 1);
    const before = answers();
    const there = address();
    try {
      const answer = await ask(there);
      keepTime(answer);
      const state = answer.ok ? await answer.json() : null;
      if (turn !== mine) return true;
      if (answer.status === 403 || answer.status === 404) return (await strange(answer.status)) ? once() : true;
      if (state && answers() === before) {
        etag = answer.headers.get("ETag") || "";
        asked = there;
        return (await seen(state)) === false && (await strange(200)) ? once() : true;
      }
      return answer.status === 304 || answer.ok;
    } catch {
      return false;
    }
  }

  async function look() {
    clearTimeout(timer);
    const well = await once();
    clearTimeout(timer);
    timer = setTimeout(again, well ? OFTEN : SELDOM);
    if (well) reached();
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
