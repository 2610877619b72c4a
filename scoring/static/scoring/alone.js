// Who was alone: one switch where only one seat may be, else a button for each way the ruleset has, so that any hand
// takes the same few taps.

import { aloneSets, nearestAlone, seatsKey } from "./sheet.js";

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Nobody alone, or at a table of three the maker. */
export function leastAlone(awards, maker) {
  return [...aloneSets(awards, maker)].sort((a, b) => a.length - b.length)[0];
}

/** The set nearest to what is asked, as sent by the switch of one seat. */
export function switched(awards, maker, alone, seat, wanted) {
  return nearestAlone(aloneSets(awards, maker), alone, seat, wanted);
}

/** Given names where all differ, else seats: "Ann", "N". */
function shortNames(state) {
  const given = state.seats.map((seat) => (state.names[seat] || seat).split(" ")[0]);
  const clear = new Set(given).size === given.length && given.every((name) => name.length <= 10);
  return Object.fromEntries(state.seats.map((seat, at) => [seat, clear ? given[at] : seat]));
}

function buttonFor(set, draft, { state, names, chosen }) {
  const makers = state.sides.find((side) => side.includes(draft.maker));
  const [ours, theirs] = [true, false].map((mine) => set.filter((seat) => makers.includes(seat) === mine));
  const words = [ours, theirs].map((seats) => seats.map((seat) => names[seat]).join(" & "));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button set";
  const pressed = seatsKey(set) === seatsKey(draft.alone);
  button.setAttribute("aria-pressed", String(pressed));
  button.textContent = ours.length && theirs.length ? words.join(" v ") : words.join("");
  button.addEventListener("click", () => chosen(pressed ? null : set));
  return button;
}

/** Draw the question for the maker of `draft`; `chosen(set)` hears a button, null for taking it back. */
export function drawAlone(fieldset, awards, draft, state, chosen) {
  if (!fieldset) return;
  const sets = aloneSets(awards, draft.maker);
  const open = (seat) => sets.some((set) => set.includes(seat)) && !sets.every((set) => set.includes(seat));
  const seats = state.seats.filter(open);
  const one = seats.length === 1;
  for (const input of $$("[name=alone]", fieldset)) {
    input.checked = draft.alone.includes(input.value);
    input.closest("label").hidden = !one || input.value !== seats[0];
  }
  fieldset.hidden = !seats.length;
  fieldset.classList.toggle("one", one);
  const place = $(".sets", fieldset);
  place.hidden = one || !seats.length;
  const least = leastAlone(awards, draft.maker);
  const names = shortNames(state);
  const ways = place.hidden ? [] : sets.filter((set) => seatsKey(set) !== seatsKey(least));
  ways.sort((a, b) => a.length - b.length);
  place.replaceChildren(...ways.map((set) => buttonFor(set, draft, { state, names, chosen: (next) => chosen(next || least) })));
}
