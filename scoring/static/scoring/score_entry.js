// The table's page on a phone. What is tapped goes into the queue first, is shown at once, and is sent when it can be.

import * as drawing from "./drawing.js";
import { makeQuestions } from "./questions.js";
import * as queue from "./queue.js";
import { makeSender } from "./sending.js";
import { idsOf, readSheet, told } from "./sheet.js";
import { watchForNext, watchTable } from "./watching.js";

const DEALS = ["hand", "thrown-in", "void"];
const NO_LINE = "00000000-0000-0000-0000-000000000000";

function start(page) {
  let state = page.state;
  let ready = false; // another match is to be scored at this table
  let answers = 0; // of the sheet, to lines of this phone
  let waitsFor = document.querySelector("#table_over .waiting-for").textContent;
  const game = String(state.game);

  const sender = makeSender({
    address: (at, id) => page.ledger.replace("/0/", `/${at}/`).replace(NO_LINE, id),
    heard: (at, said) => {
      answers += 1;
      if (at === game && said.table) take(said.table);
    },
    changed: () => draw(),
  });
  const questions = makeQuestions({ page, record, preview, changed: draw });
  const look = watchTable({
    address: page.table.replace("/0/", `/${game}/`),
    token: page.token,
    answers: () => answers,
    reached: () => sender.sendAll(),
    seen: (seen) => take(seen) && draw(),
  });

  const askForNext = watchForNext({
    page: page.page,
    wanted: () => !mayEnter() || state.over,
    told: ({ match, waiting }) => {
      ready = match !== null && match !== state.match;
      waitsFor = ready ? "" : waiting;
      draw();
    },
  });

  /** A newer state of the table, by whatever way it came. */
  function take(newer) {
    if (String(newer.game) !== game || newer.revision < state.revision) return false;
    const moved = JSON.stringify(newer.names) !== JSON.stringify(state.names);
    if (newer.over && !state.over) setTimeout(askForNext, 0);
    state = newer;
    queue.settle(game, idsOf(state));
    if (moved && questions.idle()) window.location.reload(); // somebody else sits here now
    return true;
  }

  const mayEnter = () => !state.closed && !state.card;

  /** The sheet with what waits and with `more`; `but` is the id of a refused line that is being entered anew. */
  function sheetWith(more, but = null) {
    const waiting = queue.read(game).lines.filter((line) => line.id !== but);
    return readSheet(state, [...waiting, ...more], page);
  }

  function draw(focus = false) {
    const sheet = sheetWith([]);
    drawing.drawScore(state, sheet);
    drawing.drawOver(state, sheet, { ready, waitsFor });
    drawing.drawLadder(state, sheet, { open: mayEnter(), mend: questions.mend });
    const queues = queue.games().map((at) => ({ ...queue.read(at), here: at === game }));
    drawing.drawWaiting(queues, { trouble: queue.games().some(sender.trouble), keeps: queue.keeps() });
    drawing.drawStopped(stoppedWords());
    questions.draw({ state, sheet, open: mayEnter() }, focus === true);
  }

  // --- recording ---

  function lineFor(kind, facts, mending, id = queue.newId()) {
    const sheet = sheetWith([]);
    const line = { id, kind, facts, reason: "", recorded_at: new Date().toISOString(), sent: false };
    if (mending?.waiting) return { ...line, hand_number: mending.waiting.hand_number, replaces: mending.waiting.replaces };
    if (kind === "first-deal") return { ...line, hand_number: 0, replaces: sheet.firstDeal?.id || null };
    if (mending) return { ...line, hand_number: mending.hand, replaces: mending.id };
    const undone = sheet.undone?.hand === sheet.nextHand ? sheet.undone.id : null;
    return { ...line, hand_number: sheet.nextHand, replaces: undone };
  }

  function preview(kind, facts, mending) {
    const line = lineFor(kind, facts, mending);
    return { told: told(page, line), sheet: sheetWith([line], mending?.waiting?.id) };
  }

  function record(kind, facts, mending) {
    const line = lineFor(kind, facts, mending);
    if (mending?.waiting) {
      queue.exchange(game, mending.waiting.id, line);
      queue.stop(game, null);
    } else queue.add(game, page, line);
    const what = told(page, line).sentence;
    drawing.say(what);
    draw(true);
    sender.send(game);
    setTimeout(draw, drawing.SOON + 100);
  }

  function undo() {
    const row = sheetWith([]).lastDeal;
    if (!row) return;
    const waiting = queue.read(game).lines.find((line) => line.id === row.id);
    if (row.placed && waiting && !waiting.sent) queue.remove(game, row.id);
    else {
      const line = { ...lineFor("retraction", {}, null), hand_number: row.hand, replaces: row.id };
      queue.add(game, page, line);
    }
    drawing.say(`Undone: ${row.sentence}.`);
    draw(true);
    sender.send(game);
  }

  // --- a line that was refused ---

  /** The game whose queue has stopped, this one first. */
  const stoppedGame = () => [game, ...queue.games()].find((at) => queue.read(at).stopped);

  function stoppedWords() {
    const at = stoppedGame();
    if (!at) return null;
    const { stopped, lines, label } = queue.read(at);
    const line = lines[0];
    const held = stopped.held && DEALS.includes(stopped.held.kind) ? stopped.held : null;
    const where = at === game ? "" : `, ${label}`;
    const hand = line.hand_number ? "One hand" : "The first deal";
    return {
      title: `${hand}${where} was not taken`,
      sentence: stopped.sentence,
      mine: line.kind === "retraction" ? "Undo" : words(line),
      theirs: held ? words(held) : "",
      choices: {
        drop: held ? "Keep the sheet's" : "Drop this phone's",
        replace: replaced(at) ? "Use this phone's" : "",
        mend: at === game && DEALS.includes(line.kind) && !replaced(at) ? "Enter it anew" : "",
        again: held ? "" : "Try again",
      },
    };
  }

  function words(line) {
    if (line.kind === "first-deal") return `${line.facts.dealer} deals first`;
    const { sentence } = told(page, line);
    return sentence || "Something else";
  }

  /** The line on the sheet that the refused one could take the place of. */
  function replaced(at) {
    const { stopped, lines } = queue.read(at);
    if (!DEALS.includes(lines[0].kind)) return null;
    if (stopped.held) return stopped.held.id;
    return stopped.code === "hand-undone" && at === game ? state.replaces : null;
  }

  function choose(choice) {
    const at = stoppedGame();
    if (!at) return;
    const { stopped, lines } = queue.read(at);
    if (choice === "mend") {
      questions.mend({ waiting: lines[0] });
      return;
    }
    const instead = replaced(at);
    if (choice === "drop") queue.remove(at, lines[0].id, stopped.held?.id || null);
    else if (choice === "replace" && instead) {
      queue.exchange(at, lines[0].id, { ...lines[0], id: queue.newId(), replaces: instead, sent: false });
    }
    queue.stop(at, null);
    draw(true);
    sender.send(at);
  }

  // --- beginning ---

  document.querySelector("#undo-form").addEventListener("submit", (event) => {
    event.preventDefault();
    undo();
  });
  document.querySelector("#first-deal a").addEventListener("click", (event) => {
    event.preventDefault();
    const { firstDeal } = sheetWith([]);
    if (firstDeal) questions.mend({ firstDeal: firstDeal.id });
  });
  for (const button of document.querySelectorAll("[data-choice]")) {
    button.addEventListener("click", () => choose(button.dataset.choice));
  }
  window.addEventListener("online", () => {
    sender.sendAll();
    look();
  });
  queue.watch(draw);
  queue.settle(game, idsOf(state));
  if (queue.read(game).lines.length) queue.renew(game, page.token);
  draw();
  sender.sendAll();
}

const carried = document.querySelector("#table-data");
if (carried) {
  const page = JSON.parse(carried.textContent);
  if (page.state) {
    document.documentElement.classList.add("scripted");
    start(page);
  } else {
    const told = ({ match }) => match !== null && window.location.reload();
    watchForNext({ page: page.page, wanted: () => true, told });
  }
}
