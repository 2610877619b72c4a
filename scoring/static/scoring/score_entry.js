// The table's page on a phone. What is tapped goes into the queue first, is shown at once, and is sent when it can be.

import { makeAgreeing } from "./agreeing.js";
import { drawCall } from "./calling.js";
import * as drawing from "./drawing.js";
import { happened, othersWords } from "./happening.js";
import { opensAlone, rememberTable, startInstalled } from "./installed.js";
import { openBook } from "./keeping.js";
import { askForAddress, makeServer, offerToMove } from "./moving.js";
import { makeQuestions } from "./questions.js";
import * as queue from "./queue.js";
import { makeRefusals } from "./refusals.js";
import { makeSender } from "./sending.js";
import { buzz, startSettings, wants } from "./settings.js";
import { idsOf, readSheet, told } from "./sheet.js";
import { watchForNext, watchTable } from "./watching.js";

const NO_LINE = "00000000-0000-0000-0000-000000000000";
const SILENCE = 45_000; // milliseconds without an answer until the page speaks of it
const GAPS = new Set(["hand-missing", "line-unknown"]); // the sheet lacks a line that was there before

function start(page) {
  const here = queue.placeOf(page.event, page.state.match, page.state.game_number);
  const book = openBook(here, page.token);
  const behind = book.kept !== null && book.missing(page.state).length > 0; // a page from the store, or a lost server
  let state = behind ? book.kept : page.state;
  let gameThere = page.state.game; // what the server calls this game
  let lookAt = gameThere; // and the game whose state tells of this match's lines
  let ready = false; // another match is to be scored at this table
  let answers = 0; // of the sheet, to lines of this phone
  let heardAt = Date.now();
  let waitsFor = document.querySelector("#table_over .waiting-for").textContent;
  let announced = {}; // what has just happened, as it is named
  const made = new Set(queue.read(here).lines.map((line) => line.id));
  const others = new Set(); // who else wrote on the sheet: "phone", "director"
  let agreed = false; // the people here know that another phone scores, too
  let seenThere = false; // the server that took over has shown what it has

  const server = makeServer();
  const inEvent = (at) => at.startsWith(`${page.event}/`);
  const whole = (at, path) => (inEvent(at) ? server.whole(path) : path);
  const sentAs = (more = {}) => ({
    token: page.token, label: page.label, page: page.page, match: state.match, number: state.game_number, game: gameThere, ...more,
  });

  const sender = makeSender({
    address: (at, id) => whole(at, page.ledger.replace("/0/", `/${queue.read(at).game}/`).replace(NO_LINE, id)),
    heard: (at, said, line) => {
      answers += 1;
      heardAt = Date.now();
      if (said.held_id && said.held_id !== line.id) book.forget(line.id);
      if (at === here && said.table && !take(said.table, false)) look();
    },
    mended,
    changed: () => goThere() || draw(),
  });
  const questions = makeQuestions({ page, record, preview, changed: draw, trumps: () => wants("trump") });
  const refusals = makeRefusals({
    here,
    words: (line) => lineWords(line),
    undone: () => state.replaces,
    enter: (line) => questions.mend({ waiting: line }),
    given: (id) => book.forget(id),
    go: (at) => draw(true) || sender.send(at),
  });
  const drawAgreeing = makeAgreeing({ say: (facts) => record("confirmation", facts, null) });
  const look = watchTable({
    address: () => server.whole(page.table.replace("/0/", `/${lookAt}/`)),
    token: page.token,
    answers: () => answers,
    reached: () => {
      heardAt = Date.now();
      sender.sendAll();
      draw();
    },
    strange: async () => {
      const was = lookAt;
      await findGame(here);
      return lookAt !== was;
    },
    seen: (seen) => take(seen, true),
  });

  const askForNext = watchForNext({
    page: page.page,
    wanted: () => (!mayEnter() || state.over) && !server.moved(),
    told: ({ match, waiting }) => {
      ready = match !== null && match !== state.match;
      waitsFor = ready ? "" : waiting;
      draw();
    },
  });

  // --- what the server has ---

  /**
   * A newer state of the table. One that was `looked` for is what the server has now, and lines that it lacks are lost
   * there: they are told to it again. False if it is of another game, or older than ours.
   */
  function take(newer, looked) {
    if (newer.match !== state.match || !newer.lines) return false;
    const lost = looked ? book.missing(newer) : [];
    if (lost.length) putBack(lost);
    if (newer.game_number !== state.game_number) return false;
    if (!looked && newer.revision < state.revision) return false;
    const moved = JSON.stringify(newer.names) !== JSON.stringify(state.names);
    hearOthers(newer);
    if (newer.over && !state.over) setTimeout(askForNext, 0);
    state = newer;
    book.keep(state);
    queue.settle(here, idsOf(state));
    closeGap();
    if (looked && server.moved()) seenThere = true;
    goThere();
    if (moved && questions.idle() && !server.moved()) window.location.reload(); // somebody else sits here now
    draw();
    return true;
  }

  function hearOthers(newer) {
    const fresh = newer.lines.filter((line) => !book.knows(line.id) && !made.has(line.id));
    for (const line of fresh) if (line.by !== "phone" || !agreed) others.add(line.by);
  }

  function putBack(lost) {
    for (const number of new Set(lost.map((line) => line.game))) {
      const lines = lost.filter((line) => line.game === number).map((line) => ({
        id: line.id, kind: line.kind, facts: line.facts, hand_number: line.hand, replaces: line.replaces,
        reason: line.reason, recorded_at: line.recorded_at, sent: true, retold: true,
      }));
      const game = number === state.game_number ? gameThere : 0;
      queue.putInFront(queue.placeOf(page.event, state.match, number), sentAs({ number, game }), lines);
    }
    sender.sendAll();
  }

  /** A hand that came too early waits no longer once another phone has brought the one before it. */
  function closeGap() {
    const { stopped, lines } = queue.read(here);
    if (stopped?.code !== "hand-missing" || lines[0].hand_number !== state.next_hand) return;
    queue.stop(here, null);
    sender.send(here);
  }

  /** Ask what the server calls a game now; true if that is something else than before, null if it does not say. */
  async function findGame(at) {
    const kept = at === here ? sentAs() : queue.read(at);
    if (!kept.page) return false;
    const found = await server.find(kept);
    if (found?.refused) return false;
    if (!found) return null;
    if (at === here) lookAt = found.id;
    if (found.number !== kept.number) return null; // it begins there once the game before it is over
    if (at === here) gameThere = found.id;
    const other = found.id !== queue.read(at).game;
    queue.renew(at, { game: found.id });
    return other;
  }

  async function mended(at, status, said) {
    if (status === 403 || (status === 404 && said.code === "not-found")) return findGame(at);
    if (at !== here || !GAPS.has(said.code)) return false;
    const first = queue.read(at).lines[0].id;
    await look();
    return queue.read(at).lines[0]?.id !== first;
  }

  /** Everything is told: the new server has the sheet, and the page goes there. */
  function goThere() {
    if (!seenThere || queue.games().some(inEvent)) return;
    seenThere = false; // once: a second time would break the first off
    window.location.assign(server.whole(page.page));
  }

  const mayEnter = () => !state.closed && !state.card;

  /** The sheet with what waits and with `more`; `but` is the id of a refused line that is being entered anew. */
  function sheetWith(more, but = null) {
    const waiting = queue.read(here).lines.filter((line) => line.id !== but);
    return readSheet(state, [...waiting, ...more], page);
  }

  function draw(focus = false) {
    const sheet = sheetWith([]);
    const open = mayEnter();
    const queues = queue.games().map((at) => ({ ...queue.read(at), here: at === here }));
    const quiet = Date.now() - heardAt;
    drawCall(state);
    drawing.drawScore(state, sheet);
    drawing.drawOver(state, sheet, { ready, waitsFor });
    drawing.drawLadder(state, sheet, { open, mend: (row) => questions.mend({ ...row, fixed: fixed(row, sheet) }) });
    drawing.drawWaiting(queues, { trouble: queue.games().some(sender.trouble), keeps: queue.keeps() });
    drawing.drawSilence(quiet > SILENCE ? `${Math.round(quiet / 60_000) || 1} min` : "", { reopens: opensAlone() });
    drawing.drawOthers(othersWords(others));
    drawing.drawHappened(questions.idle() ? announced : {});
    drawing.drawStopped(refusals.told());
    drawAgreeing(state, sheet, { open });
    questions.draw({ state, sheet, open, waiting: queue.read(here).lines }, focus === true);
  }

  /** Why the table cannot change a row any more. */
  function fixed(row, sheet) {
    if (row.by === "director") return "The director wrote this; ask the director to change it.";
    const later = row.kind !== "penalty" && sheet.lastDeal && row.hand < sheet.lastDeal.hand;
    return later && !state.window ? "It is too late to change this hand here; ask the director." : "";
  }

  // --- recording ---

  function lineFor(kind, facts, mending, reason = "") {
    const sheet = sheetWith([]);
    const line = { id: queue.newId(), kind, facts, reason, recorded_at: new Date().toISOString(), sent: false };
    if (mending?.waiting) return { ...line, hand_number: mending.waiting.hand_number, replaces: mending.waiting.replaces };
    if (kind === "first-deal") return { ...line, hand_number: 0, replaces: sheet.firstDeal?.id || null };
    if (mending) return { ...line, hand_number: mending.hand, replaces: mending.id };
    if (["penalty", "confirmation"].includes(kind)) return { ...line, hand_number: null, replaces: null };
    const undone = sheet.undone?.hand === sheet.nextHand ? sheet.undone.id : null;
    return { ...line, hand_number: sheet.nextHand, replaces: undone };
  }

  function preview(kind, facts, mending) {
    const line = lineFor(kind, facts, mending);
    return { told: told(page, line), sheet: sheetWith([line], mending?.waiting?.id) };
  }

  function record(kind, facts, mending, reason = "") {
    const line = lineFor(kind, facts, mending, reason);
    made.add(line.id);
    if (mending?.waiting) {
      queue.exchange(here, mending.waiting.id, line);
      queue.stop(here, null);
      book.forget(mending.waiting.id);
    } else queue.add(here, sentAs(), line);
    announced = happened(line, told(page, line), sheetWith([]));
    if (announced.sentence) buzz(announced.name ? [40, 60, 40] : 40);
    draw(true);
    sender.send(here);
    setTimeout(draw, drawing.SOON + 100);
  }

  function undo() {
    const row = sheetWith([]).lastDeal;
    if (!row) return;
    const waiting = queue.read(here).lines.find((line) => line.id === row.id);
    if (row.placed && waiting && !waiting.sent) queue.remove(here, row.id);
    else {
      const line = { ...lineFor("retraction", {}, null), hand_number: row.hand, replaces: row.id };
      made.add(line.id);
      queue.add(here, sentAs(), line);
    }
    announced = { sentence: `Taken back: ${row.sentence}.` };
    draw(true);
    sender.send(here);
  }

  function lineWords(line) {
    if (line.kind === "first-deal") return `${state.names[line.facts.dealer] || line.facts.dealer} deals first`;
    if (line.kind === "retraction") return "Undo";
    const { sentence } = told(page, line);
    return sentence || "Something else";
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
  document.querySelector("#others button").addEventListener("click", () => {
    agreed = agreed || others.has("phone");
    others.clear();
    draw();
  });
  document.querySelector("#no-answer button").addEventListener("click", offerToMove);
  askForAddress({ server, kept: () => sentAs(), begin: look });
  window.addEventListener("online", look);
  queue.watch(draw);
  if (!behind) book.keep(state);
  queue.settle(here, idsOf(state));
  if (queue.read(here).lines.length) queue.renew(here, sentAs());
  startSettings();
  draw();
  setInterval(draw, 15_000);
  sender.sendAll();
  if (behind) look();
}

const carried = document.querySelector("#table-data");
if (carried) {
  const page = JSON.parse(carried.textContent);
  startInstalled(page);
  rememberTable(page);
  if (page.state) {
    document.documentElement.classList.add("scripted");
    start(page);
  } else {
    const told = ({ match }) => match !== null && window.location.reload();
    watchForNext({ page: page.page, wanted: () => true, told });
  }
}
