// Lines that wait to be sent, game by game, in this phone's own storage. A line is put here before anything is sent,
// and taken out when the sheet has it. Two tabs of one phone share it: each change reads it anew.
//
// A game is known here by its event, its match and its number: what the database calls it (`game`) may change when a
// server is replaced by its backup.

const PREFIX = "right-bower.waiting.";
const memory = new Map(); // for a phone that refuses to keep anything

let refused = false;

/** Whether the phone keeps what is put here when the page goes away. */
export function keeps() {
  return !refused;
}

/** A version 4 UUID; crypto.randomUUID does not exist on plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** By what name a game is known here, whatever the database calls it. */
export function placeOf(event, match, number) {
  return `${event}/${match}.${number}`;
}

/**
 * What waits for a game: `lines` in order, and `stopped`, the answer that a person has to look at. `page`, `token`,
 * `match`, `number` and `game` say where the lines go, `label` is how a person knows the game.
 */
export function read(at) {
  const empty = { token: "", label: "", page: "", match: 0, number: 0, game: 0, lines: [], stopped: null };
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + at));
    if (kept && Array.isArray(kept.lines)) return { ...empty, ...kept };
  } catch {
    refused = true;
  }
  return memory.get(at) || empty;
}

function write(at, kept) {
  memory.delete(at);
  try {
    if (kept.lines.length) localStorage.setItem(PREFIX + at, JSON.stringify(kept));
    else localStorage.removeItem(PREFIX + at);
    refused = false;
  } catch {
    refused = true;
    try {
      localStorage.removeItem(PREFIX + at); // an older copy must not come back later
    } catch {
      // denied altogether
    }
    if (kept.lines.length) memory.set(at, kept);
  }
}

function change(at, changed) {
  const kept = read(at);
  changed(kept);
  if (kept.stopped && kept.stopped.line !== kept.lines[0]?.id) kept.stopped = null;
  write(at, kept);
}

/** Put a line at the end. `sender` has all that `read` tells besides the lines. */
export function add(at, sender, line) {
  change(at, (kept) => {
    Object.assign(kept, sender);
    kept.lines.push(line);
  });
}

/** Put lines before all others: a server that was replaced does not have them any more. */
export function putInFront(at, sender, lines) {
  change(at, (kept) => {
    const there = new Set(kept.lines.map((line) => line.id));
    Object.assign(kept, sender);
    kept.lines.unshift(...lines.filter((line) => !there.has(line.id)));
  });
}

/** Use the link that was opened last, or the number that the game has now: those from before may hold no more. */
export function renew(at, sender) {
  change(at, (kept) => Object.assign(kept, sender));
}

/** Take a line out; where the sheet holds it under another id, later lines that replace it follow. */
export function remove(at, id, heldId = null) {
  change(at, (kept) => {
    kept.lines = kept.lines.filter((line) => line.id !== id);
    if (heldId) for (const line of kept.lines) if (line.replaces === id) line.replaces = heldId;
  });
}

/** Put another line in the place of one that waits. */
export function exchange(at, id, line) {
  change(at, (kept) => {
    kept.lines = kept.lines.map((one) => (one.id === id ? line : one));
    for (const later of kept.lines) if (later.replaces === id) later.replaces = line.id;
  });
}

/** Remember that a line was sent, so that it is never quietly dropped: the answer may be what got lost. */
export function mark(at, id) {
  change(at, (kept) => {
    for (const line of kept.lines) if (line.id === id) line.sent = true;
  });
}

/** Stop before a line that was refused, or (null) go on. */
export function stop(at, stopped) {
  change(at, (kept) => {
    kept.stopped = stopped;
  });
}

/** Drop what the sheet has already. `ids` are all the lines that the state of the table names. */
export function settle(at, ids) {
  const kept = read(at);
  if (!kept.lines.some((line) => ids.has(line.id))) return;
  change(at, (now) => {
    now.lines = now.lines.filter((line) => !ids.has(line.id));
  });
}

/** Every game for which something waits on this phone. */
export function games() {
  const found = new Set(memory.keys());
  try {
    for (let each = 0; each < localStorage.length; each += 1) {
      const key = localStorage.key(each);
      if (key.startsWith(PREFIX)) found.add(key.slice(PREFIX.length));
    }
  } catch {
    refused = true;
  }
  return [...found].filter((at) => read(at).lines.length);
}

/** Tell when another tab of this phone changed what waits. */
export function watch(changed) {
  window.addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) changed();
  });
}
