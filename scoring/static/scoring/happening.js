// Names what happens: a lone hand, a march, a euchre; the last hand; and that somebody else writes on this sheet, too.

const NAMES = { march: "March", euchre: "Euchre" };

/** A heading (for what deserves one) and a sentence. */
export function happened(line, told, sheet) {
  if (line.kind === "confirmation" || line.kind === "first-deal") return {};
  const name = NAMES[told.outcome] || "";
  const lone = told.outcome && told.alone.length ? "Lone hand" : "";
  const last = sheet.lastHand ? " The next hand is the last." : "";
  const heading = [lone, lone ? name.toLowerCase() : name].filter(Boolean).join(", ");
  return { name: heading, sentence: told.sentence ? `${told.sentence}.${last}` : last.trim() };
}

/** What is said, once, when lines of others arrive. */
export function othersWords(others) {
  const words = [];
  if (others.has("phone")) words.push("Someone else is scoring this table, too. Agree who does; no hand is counted twice.");
  if (others.has("director")) words.push("The director wrote on this sheet.");
  return words.join(" ");
}
