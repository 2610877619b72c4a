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

/** A sender. `address(game, id)` says where a line goes; `heard(game, said)` is told every answer of the sheet. */
export function makeSender({ address, heard, changed }) {
  const busy = new Set();
  const pauses = new Map();
  const timers = new Map();
  const unheard = new Set(); // games whose last try had no answer

  async function put(game, line, token) {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), PATIENCE);
    const { id, sent, ...rest } = line;
    try {
      const answer = await fetch(address(game, id), {
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
  async function sendFirst(game) {
    const { lines, stopped, token } = queue.read(game);
    if (!lines.length || stopped) return false;
    const line = lines[0];
    queue.mark(game, line.id);
    const { status, said, wait } = await put(game, line, token);
    const meant = meaning(status, said);
    if (meant === "later") {
      pause(game, wait);
      return false;
    }
    pauses.delete(game);
    unheard.delete(game);
    if (meant === "taken") queue.remove(game, line.id, said.held_id);
    else queue.stop(game, { line: line.id, code: said.code, sentence: said.sentence, held: said.held || null });
    heard(game, said);
    return meant === "taken";
  }

  function pause(game, wait) {
    const next = Math.min(LONGEST_PAUSE, Math.max(wait || 0, (pauses.get(game) || FIRST_PAUSE / 2) * 2));
    pauses.set(game, next);
    unheard.add(game);
    clearTimeout(timers.get(game));
    timers.set(game, setTimeout(() => send(game), next));
  }

  async function send(game) {
    if (busy.has(game)) return;
    busy.add(game);
    clearTimeout(timers.get(game));
    try {
      while (await sendFirst(game)) changed();
    } finally {
      busy.delete(game);
      changed();
    }
  }

  /** Send everything now, also what is pausing: there is a signal again. */
  function sendAll() {
    pauses.clear();
    for (const game of queue.games()) send(game);
  }

  return { send, sendAll, trouble: (game) => unheard.has(game) };
}
