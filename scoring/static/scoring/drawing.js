// Puts the sheet on the page. All text goes in as text: names are what people typed.

import { DEALS } from "./sheet.js";

export const SOON = 1_500; // milliseconds for which a line that waits is not worth a word

const $ = (selector, within = document) => within.querySelector(selector);

export const slashed = (side) => [...side].join("/");

/** The people of a side: "Ann Trewin and Cora Penrose"; a seat that nobody has is passed over. */
export function people(state, side) {
  const there = [...side].filter((seat) => state.names[seat]);
  return there.map((seat) => state.names[seat]).join(" and ") || slashed(side);
}

export function handWords(state, sheet) {
  if (sheet.over) return state.hands ? `${sheet.counted} of ${state.hands} hands` : "";
  const hand = state.hands ? `${sheet.counted + 1} of ${state.hands}` : sheet.nextHand;
  return `Hand ${hand}${state.target === null ? "" : `, to ${state.target}`}`;
}

export function overWords(state, sheet) {
  const points = Object.values(sheet.score);
  if (sheet.winner === null) return sheet.level ? `A level game: ${points[0]} all.` : "A level game.";
  const others = state.sides.filter((side) => side !== sheet.winner).map((side) => sheet.score[side]);
  const verb = sheet.winner.length === 1 ? "wins" : "win";
  return `${people(state, sheet.winner)} ${verb}, ${sheet.score[sheet.winner]}–${others.join(", ")}.`;
}

/** What laps and lurches make of this game, if they do. */
export function standingWords(state, sheet) {
  const named = (sides) => sides.map(slashed).join(", ");
  const verb = (sides) => (sides.length > 1 || sides[0].length > 1 ? "have" : "has");
  const words = Object.entries(state.brought).map(([side, points]) => `${slashed(side)} brought ${points} in from the last game.`);
  const laps = sheet.winner?.length > 1 ? "lap" : "laps";
  if (sheet.lap) words.push(`${slashed(sheet.winner)} ${laps}: ${sheet.lap} over, carried into the next game.`);
  if (sheet.lurched.length) words.push(`A lurch: ${named(sheet.lurched)} ${verb(sheet.lurched)} nothing, and the game counts double.`);
  if (sheet.threatened.length) words.push(`${named(sheet.threatened)} ${verb(sheet.threatened)} nothing yet: a lurch would count double.`);
  return words.join(" ");
}

function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
  place.hidden = !words;
}

/** The score, always in view, and the line under it. */
export function drawScore(state, sheet) {
  const best = Math.max(...Object.values(sheet.score));
  for (const side of state.sides) {
    const place = $(`#table_score [data-side="${side}"]`);
    place.classList.toggle("is-ahead", !sheet.level && sheet.score[side] === best);
    $(".points", place).textContent = sheet.score[side];
  }
  $("#which-hand").textContent = handWords(state, sheet);
  $("#last-hand").hidden = !sheet.lastHand;
  $("#who-deals").hidden = sheet.over || sheet.dealer === null;
  $("#who-deals b").textContent = state.names[sheet.dealer] || "";
  write($("#standing"), standingWords(state, sheet));
}

/** The end of the game, and what this table waits for. */
export function drawOver(state, sheet, { ready, waitsFor }) {
  const place = $("#table_over");
  const waits = sheet.over || state.closed ? waitsFor : "";
  place.hidden = !sheet.over && !waits;
  $(".waiting-for", place).textContent = waits;
  $("h2", place).textContent = sheet.over ? overWords(state, sheet) : "";
  $(".next-game", place).hidden = !(sheet.over && state.next_game);
  const again = $(".look-again", place);
  again.hidden = Boolean(state.next_game);
  again.textContent = ready ? "Open the next round" : "Look for the next round";
  again.classList.toggle("now", ready);
}

function cell(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function note(told, words) {
  told.append(" ", cell("small", "", words));
}

function signOf(row) {
  if (row.outcome) return row.alone.length ? `${row.outcome} lone` : row.outcome;
  return ["void", "thrown-in", "penalty"].includes(row.kind) ? row.kind.replace("thrown-in", "void") : "other";
}

function drawRow(state, row, mendable, mend) {
  const line = cell("tr", signOf(row));
  line.dataset.root = row.root;
  if (row.after_end) line.classList.add("after-end");
  if (row.waiting) line.classList.add("is-waiting");
  const number = cell("th", "hand", row.ordinal || "");
  number.scope = "row";
  const told = cell("td", "told", row.sentence);
  if (row.waiting) note(told, "waiting");
  else if (row.corrected) note(told, "corrected");
  if (row.after_end) note(told, "after the end");
  line.append(number, told);
  for (const side of state.sides) line.append(cell("td", "score", row.score[side]));
  const end = cell("td", "mend");
  if (mendable) {
    const button = cell("button", "button plain");
    button.type = "button";
    const sign = cell("b", "", "✎");
    sign.setAttribute("aria-hidden", "true");
    const what = row.ordinal ? `hand ${row.ordinal}` : row.kind === "penalty" ? "this penalty" : "this hand";
    button.append(cell("span", "unseen", `Correct ${what}`), sign);
    button.addEventListener("click", () => mend(row));
    end.append(button);
  }
  line.append(end);
  return line;
}

/** The ladder, newest first; `mend(row)` is called for the pencil of a row. */
export function drawLadder(state, sheet, { open, mend }) {
  const mendable = (row) => open && [...DEALS, "penalty"].includes(row.kind) && !row.late;
  const rows = [...sheet.rows].reverse().map((row) => drawRow(state, row, mendable(row), mend));
  $("#table_sheet tbody").replaceChildren(...rows);
  $("#table_sheet table").hidden = !rows.length;
  $("#table_sheet").hidden = !rows.length && !sheet.firstDeal;
  $("#undo-form").hidden = !open || !sheet.lastDeal;
  $("#first-deal").hidden = !sheet.firstDeal;
  $("#first-deal a").hidden = !open;
  if (sheet.firstDeal) $("#first-deal span").textContent = state.names[sheet.firstDeal.dealer];
}

function count(lines, label) {
  const hands = lines.filter((line) => DEALS.has(line.kind) || line.kind === "retraction").length;
  const others = lines.length - hands;
  const deal = lines.every((line) => line.kind === "first-deal") ? "The first deal is waiting" : "";
  const words = hands ? `${hands} hand${hands === 1 ? "" : "s"} waiting` : deal || `${others} line${others === 1 ? "" : "s"} waiting`;
  return label ? `${words} for ${label}` : words;
}

/** What waits on this phone: of this game, and of others that it was used for. */
export function drawWaiting(queues, { trouble, keeps }) {
  const place = $("#waiting-lines");
  const lines = trouble ? queues : queues.filter((one) => Date.now() - Date.parse(one.lines[0].recorded_at) > SOON);
  const words = lines.map((one) => count(one.lines, one.here ? "" : one.label)).join("; ");
  const why = trouble ? ". No signal: go on, they are sent in order." : ".";
  write(place, words ? words + why : "");
  $("#no-storage").hidden = keeps;
}

/** The server has been silent: what that means, and what to do if it is gone for good. */
export function drawSilence(silent, { reopens }) {
  $("#no-answer").hidden = !silent;
  const reload = reopens
    ? "This page opens without the server, too."
    : "Leave this page open: to load it again needs the server back. What was entered stays on this phone.";
  write($("#no-answer span"), silent ? `No answer from the server for ${silent}. Go on as ever; nothing is lost. ${reload}` : "");
}

/** What the other phones and the director did meanwhile, said once and gently. */
export function drawOthers(words) {
  write($("#others span"), words);
  $("#others").hidden = !words;
}

/** Name what has just happened, for everybody at the table. */
export function drawHappened(words) {
  const place = $("#happened");
  write($("b", place), words.name || "");
  write($("span", place), words.sentence || "");
  place.hidden = !words.sentence;
}

/** A refused line, and what the person can do about it. */
export function drawStopped(stopped) {
  const place = $("#stopped");
  place.hidden = !stopped;
  if (!stopped) return;
  $("h2", place).textContent = stopped.title;
  $(".said", place).textContent = stopped.sentence;
  $(".mine dd", place).textContent = stopped.mine;
  $(".theirs", place).hidden = !stopped.theirs;
  $(".theirs dd", place).textContent = stopped.theirs;
  for (const [choice, words] of Object.entries(stopped.choices)) {
    const button = $(`[data-choice="${choice}"]`, place);
    button.hidden = !words;
    if (words) button.textContent = words;
  }
}

/** Say something to a screen reader that everybody else sees anyway. */
export function say(words) {
  $("#said").textContent = words;
}
