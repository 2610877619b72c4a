// A line that the sheet refused: what it says, what the sheet has instead, and what the person can do about it.

import * as queue from "./queue.js";
import { DEALS } from "./sheet.js";

/**
 * `here` is this page's game; `words(line)` says a line; `undone()` is the line that took this hand back; `enter(line)`
 * asks for it anew; `given(id)` hears that a person has given a line up; `go(at)` sends on.
 */
export function makeRefusals({ here, words, undone, enter, given, go }) {
  /** The game whose queue has stopped, this one first. */
  const stoppedGame = () => [here, ...queue.games()].find((at) => queue.read(at).stopped);

  /** The line on the sheet that the refused one could take the place of. */
  function instead(at) {
    const { stopped, lines } = queue.read(at);
    if (!DEALS.has(lines[0].kind)) return null;
    if (stopped.held) return stopped.held.id;
    return stopped.code === "hand-undone" && at === here ? undone() : null;
  }

  function told() {
    const at = stoppedGame();
    if (!at) return null;
    const { stopped, lines, label } = queue.read(at);
    const line = lines[0];
    const held = stopped.held && DEALS.has(stopped.held.kind) ? stopped.held : null;
    const where = at === here ? "" : `, ${label}`;
    const what = { "first-deal": "The first deal", confirmation: "One word", penalty: "One penalty" }[line.kind];
    return {
      title: `${what || "One hand"}${where} was not taken`,
      sentence: stopped.sentence,
      mine: words(line),
      theirs: held ? words(held) : "",
      choices: {
        drop: held ? "Keep the sheet's" : "Drop this phone's",
        replace: instead(at) ? "Use this phone's" : "",
        mend: at === here && DEALS.has(line.kind) && !instead(at) ? "Enter it anew" : "",
        again: held ? "" : "Try again",
      },
    };
  }

  function choose(choice) {
    const at = stoppedGame();
    if (!at) return;
    const { stopped, lines } = queue.read(at);
    const line = lines[0];
    if (choice === "mend") {
      enter(line);
      return;
    }
    const other = instead(at);
    if (choice === "drop") {
      queue.remove(at, line.id, stopped.held?.id || null);
      given(line.id);
    } else if (choice === "replace" && other) {
      queue.exchange(at, line.id, { ...line, id: queue.newId(), replaces: other, sent: false });
      given(line.id);
    }
    queue.stop(at, null);
    go(at);
  }

  for (const button of document.querySelectorAll("[data-choice]")) {
    button.addEventListener("click", () => choose(button.dataset.choice));
  }
  return { told };
}
