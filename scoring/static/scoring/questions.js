// One question at a time: who made it, how many tricks (and who was alone), and what that earns, before it is recorded.

import { overWords, slashed } from "./drawing.js";
import { aloneSets, awardOf, nearestAlone } from "./sheet.js";

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const NOTHING = { kind: "hand", maker: null, alone: [], tricks: null, trump: null };

/** The questions of a page. `record(kind, facts, mending)` and `preview(kind, facts, mending)` are the page's. */
export function makeQuestions({ page, record, preview, changed }) {
  const form = $("#hand-form");
  let draft = { ...NOTHING };
  let mending = null; // a row, or {firstDeal: id}, or {waiting: a line that was refused}
  let skipped = false;
  let shown = "";
  let arrowed = false; // arrow keys look through the choices; Enter, Space or a tap takes one
  let now = null;

  function step() {
    const { sheet, open } = now;
    if (mending?.firstDeal) return "dealer";
    if (!mending && (!open || sheet.over)) return "";
    if (!mending && !sheet.firstDeal && !sheet.lastDeal && !skipped) return "dealer";
    if (draft.kind !== "hand") return "tell";
    if (!draft.maker) return "maker";
    return draft.tricks === null ? "tricks" : "tell";
  }

  function facts() {
    if (draft.kind === "void") return { why: "misdeal" };
    if (draft.kind !== "hand") return {};
    const { maker, alone, tricks, trump } = draft;
    return { maker, alone: [..."NESW"].filter((seat) => alone.includes(seat)), tricks, ...(trump ? { trump } : {}) };
  }

  function reset() {
    draft = { ...NOTHING };
    mending = null;
    form.reset();
    for (const input of $$("input:checked", form)) input.checked = false;
    for (const input of $$("#deal-form input:checked")) input.checked = false;
    $("#hand_trump").open = false;
  }

  function mend(what) {
    reset();
    mending = what;
    const old = what.facts || what.waiting?.facts || {};
    for (const input of $$("[name=maker], [name=trump]", form)) input.checked = input.value === old[input.name];
    draft.trump = old.trump || null;
    shown = "";
    changed(true);
  }

  function chooseMaker(seat) {
    const sets = aloneSets(page.awards, seat);
    const old = mending?.facts || mending?.waiting?.facts;
    const least = [...sets].sort((a, b) => a.length - b.length)[0];
    Object.assign(draft, { maker: seat, alone: old?.maker === seat ? old.alone : least, tricks: null });
  }

  function drawMaker() {
    const dealer = mending ? mending.dealer : now.sheet.dealer;
    for (const input of $$("[name=maker]", form)) {
      const deals = input.value === dealer ? " · deals" : "";
      $("small", input.closest("label")).textContent = input.value + deals;
    }
  }

  function drawAlone() {
    const sets = aloneSets(page.awards, draft.maker);
    const choice = (seat) => sets.some((set) => set.includes(seat)) && !sets.every((set) => set.includes(seat));
    for (const input of $$("[name=alone]", form)) {
      input.checked = draft.alone.includes(input.value);
      input.closest("label").hidden = !choice(input.value);
    }
    const asked = $("fieldset.alone", form);
    const choices = now.state.seats.filter(choice);
    if (asked) asked.hidden = !choices.length;
    if (asked) asked.classList.toggle("one", choices.length === 1);
  }

  function drawTricks() {
    const { state } = now;
    const side = state.sides.find((one) => one.includes(draft.maker));
    $("fieldset.tricks legend").textContent = `How many tricks for ${slashed(side)}?`;
    $(".answered b").textContent = state.names[draft.maker];
    const old = mending?.facts || mending?.waiting?.facts;
    for (const input of $$("[name=tricks]", form)) {
      const award = awardOf(page.awards, { ...draft, tricks: Number(input.value) });
      const paid = Object.entries(award?.by_side || {}).filter(([, points]) => points);
      const words = paid.map(([code, points]) => `${slashed(code)} ${points > 0 ? "+" : ""}${points}`);
      const label = input.closest("label");
      $("small", label).textContent = words.join(", ");
      label.className = award ? award.outcome : "";
      input.checked = old?.tricks === Number(input.value);
    }
  }

  function drawTell() {
    const { state } = now;
    const { told, sheet } = preview(draft.kind, facts(), mending);
    $("#tell h2").textContent = told.sentence;
    const score = state.sides.map((side) => `${slashed(side)} ${sheet.score[side]}`).join(", ");
    const deals = sheet.dealer && !mending ? ` ${state.names[sheet.dealer]} deals next.` : "";
    const instead = mending?.sentence ? `In place of “${mending.sentence}”. ` : "";
    const after = sheet.over ? `That ends the game. ${overWords(state, sheet)}` : deals;
    $("#tell .after").textContent = `${instead}Then ${score}.${after ? ` ${after.trim()}` : ""}`;
    $("#hand_trump").hidden = draft.kind !== "hand";
  }

  /** Show the question that is due. `focus` moves the keyboard there: after an answer, not when the page opens. */
  function draw(latest, focus = false) {
    now = latest;
    const due = step();
    for (const part of $$("#hand_form [data-ask]")) part.hidden = part.dataset.ask !== due;
    $("#hand_form").hidden = !due;
    form.hidden = due === "dealer" || !due;
    if (due !== "tell") $("#hand_trump").hidden = true;
    if (due === "maker") drawMaker();
    if (due === "tricks") drawTricks();
    if (due === "tricks") drawAlone();
    if (due === "tell") drawTell();
    const words = mending?.hand ? `Correcting “${mending.sentence}”.` : "";
    $("#correcting").hidden = !mending;
    $("#correcting span").textContent = words || (mending?.waiting ? "Entering it anew." : "");
    if (focus && due && due !== shown) {
      const heading = $(`#hand_form [data-ask="${due}"]:not([hidden]) :is(legend, h2)[tabindex]`);
      heading?.focus({ preventScroll: true });
    }
    if (focus) window.scrollTo({ top: 0 });
    shown = due;
  }

  function answer(input) {
    if (input.name === "dealer") return said("first-deal", { dealer: input.value });
    if (input.name === "maker") chooseMaker(input.value);
    else if (input.name === "tricks") draft.tricks = Number(input.value);
    else if (input.name === "trump") draft.trump = input.value;
    else if (input.name === "alone") {
      const sets = aloneSets(page.awards, draft.maker);
      draft.alone = nearestAlone(sets, draft.alone, input.value, input.checked);
    }
    changed(true);
  }

  function said(kind, what) {
    const about = mending;
    reset();
    record(kind, what, about);
  }

  function back() {
    if (draft.kind !== "hand") draft.kind = "hand";
    else if (draft.tricks !== null) draft.tricks = null;
    else draft.maker = null;
    changed(true);
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
    place.addEventListener("click", (event) => {
      const hit = event.target;
      if (hit.matches("input[type=radio], input[type=checkbox]") && !arrowed) answer(hit);
      else if (hit.closest("[data-record]")) said(draft.kind, facts());
      else if (hit.closest("[data-back]")) back();
      else if (hit.closest("[data-skip]")) (skipped = true) && changed(true);
      else if (hit.closest("button[name=do]")) {
        event.preventDefault();
        draft.kind = hit.closest("button").value;
        changed(true);
      } else if (hit.closest("#correcting a")) {
        event.preventDefault();
        reset();
        changed(true);
      }
    });
  }

  listen();
  const idle = () => !mending && !draft.maker && draft.kind === "hand";
  return { draw, mend, idle };
}
