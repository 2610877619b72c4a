// A hand's history: everything that was ever written for it, by whom, when and why.

import { told, versionsOf } from "./sheet.js";

function clock(moment) {
  return new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

function words(line, names, page) {
  if (line.kind === "retraction") return "Taken back";
  const { maker, alone = [], tricks, trump } = line.facts;
  const lone = alone.length ? `, ${alone.map((seat) => names[seat] || seat).join(" and ")} alone` : "";
  const suit = trump ? `, trump ${page.suits[trump] || trump}` : "";
  const hand = line.kind === "hand" ? ` ${names[maker] || maker} made it${lone}, ${tricks} tricks${suit}.` : "";
  return `${told(page, line).sentence}.${hand}`;
}

function who(line, state) {
  if (!state.lines.some((one) => one.id === line.id)) return "waiting on this phone";
  return line.by === "director" ? "the director" : "at the table";
}

/** Draw the versions of a row into a list, or hide it. */
export function drawVersions(place, row, { state, waiting }, page) {
  const lines = row ? versionsOf(state, waiting, row.root) : [];
  place.hidden = !lines.length;
  const made = lines.map((line) => {
    const item = document.createElement("li");
    const why = line.reason ? ` “${line.reason}”` : "";
    item.textContent = `${clock(line.recorded_at)}, ${who(line, state)}: ${words(line, state.names, page)}${why}`;
    return item;
  });
  place.replaceChildren(...made);
  drawCards(row && row.kind === "hand" && !row.waiting ? row : null, state, page);
}

/** The way to the hand checker, which asks for every card and brings them back onto the sheet. */
function drawCards(row, state, page) {
  const place = document.querySelector("#cards");
  place.hidden = !row;
  if (!row) return;
  const link = place.querySelector("a");
  link.href = `${page.cards}?game=${state.game}&root=${row.root}`;
  link.textContent = row.facts.record ? "Look at the cards" : "Write the cards down";
}
