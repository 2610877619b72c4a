// A penalty by the ruleset's own numbers: which hand, and who offended.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/** The hand that is chosen: the one being played, or the last one on the sheet. */
function handChosen(form, sheet) {
  const last = $("[data-hand=last]", form).checked;
  return last && sheet.lastDeal ? sheet.lastDeal : { hand: sheet.nextHand, kind: "", facts: {} };
}

/** Show the tiles that fit the hand: of one on the sheet it is known whether anybody was alone. */
export function drawPenalties(form, sheet, page) {
  const choices = $("fieldset.which", form);
  choices.hidden = !sheet.lastDeal;
  if (!$("[data-hand]:checked", form)) $("[data-hand=this]", form).checked = true;
  for (const input of $$("[data-hand]", form)) {
    const hand = input.dataset.hand === "last" ? sheet.lastDeal?.hand : sheet.nextHand;
    $("small", input.closest("label")).textContent = `hand ${hand}`;
  }
  const hand = handChosen(form, sheet);
  const lone = hand.kind === "hand" ? hand.facts.alone.length > 0 : null;
  const dearer = page.penalties.some((one) => one.lone);
  for (const input of $$("[name=penalty]", form)) {
    const one = page.penalties[Number(input.value)];
    input.closest("label").hidden = dearer && lone !== null && one.lone !== lone;
  }
}

/** The facts of the penalty that was tapped. */
export function penaltyChosen(form, sheet, page) {
  const chosen = page.penalties[Number($("[name=penalty]:checked", form).value)];
  return { ...chosen.facts, hand: handChosen(form, sheet).hand };
}
