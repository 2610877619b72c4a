// One question at a time: who sits here, who deals, who made it, how many tricks (and who was alone), and what that
// earns, before it is recorded.

import { drawAlone, leastAlone, switched } from "./alone.js";
import { overWords, slashed } from "./drawing.js";
import { drawPenalties, penaltyChosen } from "./penalties.js";
import { awardOf } from "./sheet.js";
import { drawVersions } from "./versions.js";

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const NOTHING = { kind: "hand", maker: null, alone: [], tricks: null, trump: null, penalty: null };

/**
 * The questions of a page. `record(kind, facts, mending, reason)` and `preview(kind, facts, mending)` are the page's;
 * `trumps()` says whether this phone asks for the trump suit of every hand.
 */
export function makeQuestions({ page, record, preview, changed, trumps }) {
  const form = $("#hand-form");
  let draft = { ...NOTHING };
  let mending = null; // a row, or {firstDeal: id}, or {waiting: a line that was refused}
  const skipped = new Set(); // questions that nobody wanted to answer
  let shown = "";
  let arrowed = false; // arrow keys look through the choices; Enter, Space or a tap takes one
  let now = null;

  function step() {
    const { sheet, open } = now;
    if (mending?.firstDeal) return "dealer";
    if (mending?.fixed) return "";
    if (!mending && (!open || sheet.over)) return "";
    if (!mending && !sheet.lastDeal) {
      if (sheet.said.seats !== "right" && !skipped.has("seats")) return sheet.said.seats ? "called" : "seats";
      if (!sheet.firstDeal && !skipped.has("dealer")) return "dealer";
    }
    if (draft.kind === "penalty" && !draft.penalty) return "penalty";
    if (draft.kind !== "hand") return "tell";
    if (!draft.maker) return "maker";
    return draft.tricks === null ? "tricks" : "tell";
  }

  const before = () => mending?.facts || mending?.waiting?.facts || {};

  function facts() {
    if (draft.kind === "void") return { why: "misdeal" };
    if (draft.kind === "penalty") return draft.penalty;
    if (draft.kind !== "hand") return {};
    const { maker, alone, tricks, trump } = draft;
    const hand = { maker, alone: [..."NESW"].filter((seat) => alone.includes(seat)), tricks };
    const old = before(); // its cards go with it as long as it is the same hand
    const same = old.record && ["maker", "alone", "tricks"].every((name) => String(old[name]) === String(hand[name]));
    return { ...hand, ...(trump ? { trump } : {}), ...(same ? { record: old.record } : {}) };
  }

  function reset() {
    draft = { ...NOTHING };
    mending = null;
    form.reset();
    for (const input of $$("#hand_form input:checked")) input.checked = input.defaultChecked && input.name === "reason";
    $("#hand_trump").open = false;
  }

  function mend(what) {
    reset();
    mending = what;
    const old = before();
    for (const input of $$("[name=maker], [name=trump]", form)) input.checked = input.value === old[input.name];
    draft.trump = old.trump || null;
    if (what.kind === "penalty") draft.kind = "retraction";
    shown = "";
    changed(true);
  }

  function chooseMaker(seat) {
    const alone = before().maker === seat ? before().alone : leastAlone(page.awards, seat);
    Object.assign(draft, { maker: seat, alone, tricks: null });
  }

  function drawMaker() {
    const dealer = mending ? mending.dealer : now.sheet.dealer;
    for (const input of $$("[name=maker]", form)) {
      const deals = input.value === dealer ? " · deals" : "";
      $("small", input.closest("label")).textContent = input.value + deals;
    }
  }

  function drawTricks() {
    const { state } = now;
    const side = state.sides.find((one) => one.includes(draft.maker));
    $("fieldset.tricks legend").textContent = `How many tricks for ${slashed(side)}?`;
    $(".answered b").textContent = state.names[draft.maker];
    for (const input of $$("[name=tricks]", form)) {
      const award = awardOf(page.awards, { ...draft, tricks: Number(input.value) });
      const paid = Object.entries(award?.by_side || {}).filter(([, points]) => points);
      const words = paid.map(([code, points]) => `${slashed(code)} ${points > 0 ? "+" : ""}${points}`);
      const label = input.closest("label");
      $("small", label).textContent = words.join(", ");
      label.className = award ? award.outcome : "";
      input.checked = before().tricks === Number(input.value);
    }
    drawAlone($("fieldset.alone", form), page.awards, draft, state, (set) => {
      draft.alone = set;
      changed(true);
    });
  }

  function drawTell() {
    const { state } = now;
    const { told, sheet } = preview(draft.kind, facts(), mending);
    const back = draft.kind === "retraction";
    $("#tell h2").textContent = back ? `Take back “${mending.sentence}”?` : told.sentence;
    const score = state.sides.map((side) => `${slashed(side)} ${sheet.score[side]}`).join(", ");
    const deals = sheet.dealer && !mending && draft.kind !== "penalty" ? ` ${state.names[sheet.dealer]} deals next.` : "";
    const instead = mending?.sentence && !back ? `In place of “${mending.sentence}”. ` : "";
    const after = sheet.over ? `That ends the game. ${overWords(state, sheet)}` : deals;
    $("#tell .after").textContent = `${instead}Then ${score}.${after ? ` ${after.trim()}` : ""}`;
    $("#reasons").hidden = $("#reasons").disabled = !mending?.root;
    $("#hand_trump").hidden = draft.kind !== "hand";
    if (draft.kind === "hand" && trumps()) $("#hand_trump").open = true;
  }

  function drawMending() {
    const what = mending?.sentence ? `“${mending.sentence}”. ` : "";
    const words = mending?.fixed ? `${what}${mending.fixed}` : mending?.root ? `Correcting ${what}` : "";
    $("#correcting").hidden = !mending;
    $("#correcting span").textContent = words.trim() || (mending?.waiting ? "Entering it anew." : "");
    drawVersions($("#versions"), mending?.root ? mending : null, now, page);
  }

  const DRAWN = {
    maker: drawMaker,
    tricks: drawTricks,
    tell: drawTell,
    penalty: () => drawPenalties($("#penalty-form"), now.sheet, page),
  };

  /** Show the question that is due. `focus` moves the keyboard there: after an answer, not when the page opens. */
  function draw(latest, focus = false) {
    now = latest;
    const due = step();
    for (const part of $$("#hand_form [data-ask]")) part.hidden = part.dataset.ask !== due;
    $("#hand_form").hidden = !due && !mending;
    form.hidden = !["maker", "tricks", "tell"].includes(due);
    if (due !== "tell") $("#hand_trump").hidden = true;
    DRAWN[due]?.();
    drawMending();
    if (focus && due && due !== shown) {
      const heading = $(`#hand_form [data-ask="${due}"]:not([hidden]) :is(legend, h2)[tabindex]`);
      heading?.focus({ preventScroll: true });
    }
    if (focus) window.scrollTo({ top: 0 });
    shown = due;
  }

  function answer(input) {
    if (input.name === "dealer") return said("first-deal", { dealer: input.value });
    if (input.name === "penalty") draft.penalty = penaltyChosen($("#penalty-form"), now.sheet, page);
    else if (input.name === "maker") chooseMaker(input.value);
    else if (input.name === "tricks") draft.tricks = Number(input.value);
    else if (input.name === "trump") draft.trump = input.value;
    else if (input.name === "alone") draft.alone = switched(page.awards, draft.maker, draft.alone, input.value, input.checked);
    changed(true);
  }

  function said(kind, what) {
    const about = mending;
    const reason = about?.root ? $("#reasons input:checked")?.value || "" : "";
    reset();
    record(kind, what, about, reason);
  }

  function back() {
    if (draft.penalty) draft.penalty = null;
    else if (draft.kind === "retraction") reset();
    else if (draft.kind !== "hand") draft.kind = "hand";
    else if (draft.tricks !== null) draft.tricks = null;
    else draft.maker = null;
    changed(true);
  }

  function pressed(event) {
    const hit = event.target;
    const button = hit.closest("button, a");
    if (hit.matches("input[type=radio], input[type=checkbox]") && !arrowed) {
      if (hit.name === "reason") return;
      answer(hit);
    } else if (button?.matches("[data-record]")) said(draft.kind, facts());
    else if (button?.matches("[data-back]")) back();
    else if (button?.matches("[data-skip]")) skipped.add(button.dataset.skip) && changed(true);
    else if (button?.matches("[data-seats]")) {
      event.preventDefault();
      said("confirmation", { seats: button.dataset.seats });
    } else if (button?.matches("button[name=do]")) {
      event.preventDefault();
      draft.kind = button.value;
      changed(true);
    } else if (button?.matches("#correcting a")) {
      event.preventDefault();
      reset();
      changed(true);
    }
  }

  function listen() {
    const place = $("#hand_form");
    place.addEventListener("submit", (event) => event.preventDefault());
    place.addEventListener("pointerdown", () => (arrowed = false));
    place.addEventListener("keydown", (event) => {
      arrowed = event.key.startsWith("Arrow");
      if (event.key === "Enter" && event.target.matches("input")) {
        event.preventDefault();
        if (event.target.checked) answer(event.target);
      }
    });
    place.addEventListener("click", pressed);
  }

  listen();
  const idle = () => !mending && !draft.maker && draft.kind === "hand";
  return { draw, mend, idle };
}
