// The sheet as this phone saw it last, and every line it ever saw there. Kept for two days: for a page that is opened
// without signal, and for a server that lost lines because it was replaced by an older backup.

const PREFIX = "right-bower.sheet.";
const LONGEST = 2 * 24 * 3600 * 1000; // milliseconds

/** The book of one game of a table. Sheets of another link are not read: they may be of another evening. */
export function openBook(at, token) {
  const known = new Map(); // every line seen on the sheets of this match, in the order of arrival
  const kept = load();

  function load() {
    try {
      const found = JSON.parse(localStorage.getItem(PREFIX + at));
      if (!found || found.token !== token || !Array.isArray(found.lines)) return null;
      for (const line of found.lines) known.set(line.id, line);
      return { ...found.state, lines: found.lines };
    } catch {
      return null;
    }
  }

  function keep(state) {
    for (const line of state.lines) known.set(line.id, line);
    const { lines, ...rest } = state;
    try {
      const sheet = { token, at: Date.now(), state: rest, lines: [...known.values()] };
      localStorage.setItem(PREFIX + at, JSON.stringify(sheet));
    } catch {
      // a phone that keeps nothing: it still knows while the page is open
    }
  }

  /** The lines that were on the sheet and are not any more. A sheet only grows: another server answers. */
  function missing(state) {
    const there = new Set(state.lines.map((line) => line.id));
    return [...known.values()].filter((line) => !there.has(line.id));
  }

  /** A line that the sheet has under another id, or that a person has given up. */
  function forget(id) {
    known.delete(id);
  }

  tidy();
  return { kept, keep, missing, forget, knows: (id) => known.has(id) };
}

/** Throw away the sheets of other evenings. */
function tidy() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue;
      const { at } = JSON.parse(localStorage.getItem(key));
      if (!(Date.now() - at < LONGEST)) localStorage.removeItem(key);
    }
  } catch {
    // denied, or not ours
  }
}
