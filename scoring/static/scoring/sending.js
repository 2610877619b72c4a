// Sends what waits, one line at a time, in order. A line leaves the queue when the sheet has it. No answer, or one
// from a server in trouble, is tried again; any other refusal stops the game's queue until a person has looked.

import * as queue from "./queue.js";

const FIRST_PAUSE = 2_000; // milliseconds, doubled up to
const LONGEST_PAUSE = 60_000;
const PATIENCE = 15_000;

const TAKEN = new Set(["recorded", "known", "held"]);

/** What an answer means: "taken", "later" or "refused". A hall's portal may answer anything with its own page. */
export function meaning(status, said) {
  if (status === 408 || status === 425 || status === 429 || status >= 500) return "later";
  if (!said || typeof said.code !== "string") return "later";
  if (status === 200 || status === 201) return TAKEN.has(said.code) ? "taken" : "later";
  return status >= 400 ? "refused" : "later";
}

/**
 * A sender. `address(at, id)` says where a line goes; `heard(at, said, line)` is told every answer of the sheet.
 * `mended(at, status, said)` may put right what a refusal comes from: true to try again, null to try later.
 */
export function makeSender({ address, heard, mended, changed }) {
  const busy = new Set();
  const pauses = new Map();
  const timers = new Map();
  const unheard = new Set(); // games whose last try had no answer

  async function put(at, line, token) {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), PATIENCE);
    const { id, sent, ...rest } = line;
    try {
      const answer = await fetch(address(at, id), {
        method: "PUT",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ token, ...rest }),
        credentials: "omit",
        redirect: "error",
        signal: ending.signal,
      });
      const said = await answer.json().catch(() => null);
      return { status: answer.status, said, wait: Number(answer.headers.get("Retry-After")) * 1000 };
    } catch {
      return { status: 0, said: null, wait: 0 };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Send the first line; true if the next may follow. */
  async function sendFirst(at) {
    const { lines, stopped, token } = queue.read(at);
    if (!lines.length || stopped) return false;
    const line = lines[0];
    queue.mark(at, line.id);
    const { status, said, wait } = await put(at, line, token);
    const meant = meaning(status, said);
    if (meant === "later") return pause(at, wait);
    pauses.delete(at);
    unheard.delete(at);
    if (meant === "taken") queue.remove(at, line.id, said.held_id);
    heard(at, said, line);
    return meant === "taken" || refused(at, status, said, line);
  }

  async function refused(at, status, said, line) {
    const right = await mended(at, status, said);
    if (right === null) return pause(at, 0);
    if (!right) queue.stop(at, { line: line.id, code: said.code, sentence: said.sentence, held: said.held || null });
    return right;
  }

  function pause(at, wait) {
    const next = Math.min(LONGEST_PAUSE, Math.max(wait || 0, (pauses.get(at) || FIRST_PAUSE / 2) * 2));
    pauses.set(at, next);
    unheard.add(at);
    clearTimeout(timers.get(at));
    timers.set(at, setTimeout(() => send(at), next));
    return false;
  }

  async function send(at) {
    if (busy.has(at)) return;
    busy.add(at);
    clearTimeout(timers.get(at));
    try {
      while (await sendFirst(at)) changed();
    } finally {
      busy.delete(at);
      changed();
    }
  }

  /** Send everything now, also what is pausing: there is a signal again. */
  function sendAll() {
    pauses.clear();
    for (const at of queue.games()) send(at);
  }

  return { send, sendAll, trouble: (at) => unheard.has(at) };
}
