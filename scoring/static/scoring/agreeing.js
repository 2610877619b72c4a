// The end: each side says for itself whether the score is right, or which one it has. The director decides.

import { slashed } from "./drawing.js";

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function figures(state, scores) {
  return state.sides.map((side) => `${slashed(side)} ${scores[side]}`).join(", ");
}

function saidWords(state, said) {
  const words = said.confirmed.map((side) => `${slashed(side)} agreed.`);
  for (const [side, scores] of Object.entries(said.disputed)) {
    words.push(`${slashed(side)} say ${figures(state, scores)}. The director decides.`);
  }
  return words.join(" ");
}

/** The panel; `say(facts)` puts a side's word on the sheet. Returns what draws it. */
export function makeAgreeing({ say }) {
  const place = $("#agree");
  const fault = $("#dispute-form .fault");
  let sides = [];

  place.addEventListener("click", (event) => {
    const button = event.target.closest("[data-agree]");
    if (!button) return;
    event.preventDefault();
    say({ side: button.dataset.agree });
  });
  $("#dispute-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const side = $("#dispute-form [name=side]:checked")?.value;
    const figure = (code) => $(`#dispute-form [name="points_${code}"]`).value.trim();
    const whole = sides.every((code) => /^-?\d{1,3}$/.test(figure(code)));
    fault.textContent = side && whole ? "" : "Say whose figures these are, and type a whole number for each side.";
    fault.hidden = Boolean(side && whole);
    if (!side || !whole) return;
    $("#dispute").open = false;
    say({ side, disputed: Object.fromEntries(sides.map((code) => [code, Number(figure(code))])) });
  });

  return function draw(state, sheet, { open }) {
    sides = state.sides;
    const { said } = sheet;
    place.hidden = !sheet.over || Boolean(state.next_game) || !(open || said.confirmed.length);
    for (const button of $$("[data-agree]", place)) {
      const agreed = said.confirmed.includes(button.dataset.agree);
      button.setAttribute("aria-pressed", String(agreed));
      button.disabled = agreed || !open;
    }
    $("#dispute").hidden = !open;
    $(".said", place).textContent = saidWords(state, said);
    const all = said.confirmed.length === sides.length;
    $(".asked", place).hidden = all;
  };
}
