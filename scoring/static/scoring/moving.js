// Which server this page talks to. The one it came from may be gone: a second laptop took over, from a backup, at the
// same address or at another one that people type here. Then the page's sheet is told to it, line by line.

const PATIENCE = 10_000; // milliseconds

const $ = (selector, within = document) => within.querySelector(selector);

/** "http://192.168.1.20:8000" from what a person typed; null if that is no address. */
export function originOf(typed) {
  const text = typed.trim();
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `${window.location.protocol}//${text}`);
    return text && ["http:", "https:"].includes(url.protocol) ? url.origin : null;
  } catch {
    return null;
  }
}

/** The server. `whole(path)` is an address there; `find(kept)` asks it what it calls a game of a table's link. */
export function makeServer() {
  let base = ""; // empty: the one that this page came from

  /** {"id", "number"} of the game, or of the last one the match has there; null without an answer, or a refusal. */
  async function find({ page, match, number }, there = base) {
    try {
      const answer = await fetch(`${there}${page}?match=${match}&number=${number}`, {
        headers: { Accept: "application/json" },
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        signal: AbortSignal.timeout?.(PATIENCE),
      });
      const said = await answer.json();
      if (typeof said !== "object" || said === null) return null;
      return said.sentence ? { refused: said.sentence } : said.game || null;
    } catch {
      return null;
    }
  }

  return {
    find,
    whole: (path) => base + path,
    moved: () => base !== "",
    move: (there) => (base = there),
  };
}

/** The form for the new address. `begin()` looks there once it answers. */
export function askForAddress({ server, kept, begin }) {
  const place = $("#moved");
  const say = (words) => ($(".said", place).textContent = words);

  $("form", place).addEventListener("submit", async (event) => {
    event.preventDefault();
    const there = originOf($("input", place).value);
    if (!there) return say("Type an address as the director's screen shows it: http://192.168.1.20:8000");
    if (window.location.protocol === "https:" && there.startsWith("http:")) {
      return say("This page came by https and can only reach an address that begins with https.");
    }
    say("Asking there…");
    const found = await server.find(kept(), there);
    if (!found) return say(`Nothing answers for this table at ${there}. Look at the address again.`);
    if (found.refused) return say(found.refused);
    server.move(there);
    say("It answers. This phone tells it the sheet, then goes there.");
    return begin();
  });
}

/** Open the form where it stands: the server has been silent for long. */
export function offerToMove() {
  const place = $("#moved");
  place.open = true;
  place.scrollIntoView({ block: "center" });
  $("input", place).focus({ preventScroll: true });
}
