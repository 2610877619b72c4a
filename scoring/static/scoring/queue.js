// Lines that wait to be sent, game by game, in this phone's own storage. A line is put here before anything is sent,
// and taken out when the sheet has it. Two tabs of one phone share it: each change reads it anew.

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

/** What waits for a game: `lines` in order, and `stopped`, the answer that a person has to look at. */
export function read(game) {
  const empty = { token: "", label: "", lines: [], stopped: null };
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + game));
    if (kept && Array.isArray(kept.lines)) return { ...empty, ...kept };
  } catch {
    refused = true;
  }
  return memory.get(String(game)) || empty;
}

function write(game, kept) {
  memory.delete(String(game));
  try {
    if (kept.lines.length) localStorage.setItem(PREFIX + game, JSON.stringify(kept));
    else localStorage.removeItem(PREFIX + game);
    refused = false;
  } catch {
    refused = true;
    try {
      localStorage.removeItem(PREFIX + game); // an older copy must not come back later
    } catch {
      // denied altogether
    }
    if (kept.lines.length) memory.set(String(game), kept);
  }
}

function change(game, changed) {
  const kept = read(game);
  changed(kept);
  if (kept.stopped && kept.stopped.line !== kept.lines[0]?.id) kept.stopped = null;
  write(game, kept);
}

/** Put a line at the end. `sender` has the token and the words by which a person knows the game. */
export function add(game, sender, line) {
  change(game, (kept) => {
    kept.token = sender.token;
    kept.label = sender.label;
    kept.lines.push(line);
  });
}

/** Use the token of the link that was opened last: the one from before may have been taken back. */
export function renew(game, token) {
  change(game, (kept) => {
    kept.token = token;
  });
}

/** Take a line out; where the sheet holds it under another id, later lines that replace it follow. */
export function remove(game, id, heldId = null) {
  change(game, (kept) => {
    kept.lines = kept.lines.filter((line) => line.id !== id);
    if (heldId) for (const line of kept.lines) if (line.replaces === id) line.replaces = heldId;
  });
}

/** Put another line in the place of one that waits. */
export function exchange(game, id, line) {
  change(game, (kept) => {
    kept.lines = kept.lines.map((one) => (one.id === id ? line : one));
    for (const later of kept.lines) if (later.replaces === id) later.replaces = line.id;
  });
}

/** Remember that a line was sent, so that it is never quietly dropped: the answer may be what got lost. */
export function mark(game, id) {
  change(game, (kept) => {
    for (const line of kept.lines) if (line.id === id) line.sent = true;
  });
}

/** Stop before a line that was refused, or (null) go on. */
export function stop(game, stopped) {
  change(game, (kept) => {
    kept.stopped = stopped;
  });
}

/** Drop what the sheet has already. `ids` are all the lines that the state of the table names. */
export function settle(game, ids) {
  const kept = read(game);
  if (!kept.lines.some((line) => ids.has(line.id))) return;
  change(game, (now) => {
    now.lines = now.lines.filter((line) => !ids.has(line.id));
  });
}

/** Every game for which something waits on this phone. */
export function games() {
  const found = new Set(memory.keys());
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at);
      if (key.startsWith(PREFIX)) found.add(key.slice(PREFIX.length));
    }
  } catch {
    refused = true;
  }
  return [...found].filter((game) => read(game).lines.length);
}

/** Tell when another tab of this phone changed what waits. */
export function watch(changed) {
  window.addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) changed();
  });
}
