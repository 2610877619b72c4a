// The sheet as it will be once the waiting lines are on it. Knows no rule: it looks awards up in the table that the
// page carries, adds them, compares with the target or the number of hands, and turns the dealer as it is told to.

const DEALS = new Set(["hand", "thrown-in", "void"]);
const WORDS = { "thrown-in": "Thrown in", void: "Void: misdeal" };

/** The same seats in the same order, whoever wrote them down. */
function seatsKey(seats) {
  return [..."NESW"].filter((seat) => seats.includes(seat)).join("");
}

/** Look up what a hand earns; undefined if the rules do not have it. */
export function awardOf(awards, facts) {
  const alone = seatsKey(facts.alone || []);
  return awards.find(
    (one) => one.maker === facts.maker && one.tricks === facts.tricks && seatsKey(one.alone) === alone,
  );
}

/** Who may play alone together when this seat made it: each possible set of seats once. */
export function aloneSets(awards, maker) {
  const found = new Map();
  for (const one of awards) if (one.maker === maker) found.set(seatsKey(one.alone), one.alone);
  return [...found.values()];
}

/** The allowed set nearest to what is asked: `seat` in or out, and as many of the others as before. */
export function nearestAlone(sets, chosen, seat, wanted) {
  const fits = sets.filter((set) => set.includes(seat) === wanted);
  const kept = (set) => set.filter((one) => chosen.includes(one)).length;
  return fits.sort((a, b) => kept(b) - kept(a) || a.length - b.length)[0] || chosen;
}

/** What a line says and earns. */
export function told(terms, line) {
  const award = line.kind === "hand" ? awardOf(terms.awards, line.facts) : null;
  return {
    sentence: award ? award.sentence : WORDS[line.kind] || "",
    outcome: award ? award.outcome : null,
    points: award ? award.by_side : {},
    alone: line.facts.alone || [],
  };
}

function next(seats, dealer) {
  return dealer === null ? null : seats[(seats.indexOf(dealer) + 1) % seats.length];
}

function shift(sheet, row, points, sign) {
  const from = sheet.rows.indexOf(row);
  for (const [side, number] of Object.entries(points)) {
    sheet.score[side] += sign * number;
    for (const later of sheet.rows.slice(from)) later.score[side] += sign * number;
  }
}

function putDown(sheet, terms, line) {
  const row = {
    id: line.id,
    root: line.replaces || line.id,
    hand: line.hand_number,
    kind: line.kind,
    facts: line.facts,
    dealer: sheet.dealer,
    score: { ...sheet.score },
    corrected: false,
    after_end: false,
    waiting: true,
    placed: true, // by a line that still waits: taking that line away takes the row away
    ...told(terms, line),
  };
  sheet.rows.push(row);
  shift(sheet, row, row.points, 1);
  if (terms.capped && terms.target !== null) {
    for (const side of Object.keys(sheet.score)) {
      sheet.score[side] = row.score[side] = Math.min(sheet.score[side], terms.target);
    }
  }
  sheet.counted += terms.counts[line.kind];
  if (terms.deal[line.kind] !== "same") sheet.dealer = next(terms.seats, sheet.dealer);
  sheet.undone = null;
}

function mend(sheet, terms, row, line) {
  const now = told(terms, line);
  shift(sheet, row, row.points, -1);
  sheet.counted += terms.counts[line.kind] - terms.counts[row.kind];
  Object.assign(row, { id: line.id, kind: line.kind, facts: line.facts, corrected: true, waiting: true, placed: false }, now);
  shift(sheet, row, row.points, 1);
}

function takeBack(sheet, terms, row, line) {
  shift(sheet, row, row.points, -1);
  sheet.counted -= terms.counts[row.kind];
  sheet.dealer = row.dealer;
  sheet.rows.splice(sheet.rows.indexOf(row), 1);
  sheet.undone = { id: line.id, hand: row.hand };
}

function sayWhoDeals(sheet, terms, line) {
  sheet.firstDeal = { id: line.id, dealer: line.facts.dealer };
  let dealer = line.facts.dealer;
  for (const row of sheet.rows.filter((one) => DEALS.has(one.kind))) {
    row.dealer = dealer;
    if (terms.deal[row.kind] !== "same") dealer = next(terms.seats, dealer);
  }
  sheet.dealer = dealer;
}

function apply(sheet, terms, line) {
  const row = line.replaces ? sheet.rows.find((one) => one.id === line.replaces) : null;
  if (line.kind === "first-deal") sayWhoDeals(sheet, terms, line);
  else if (line.kind === "retraction") row && takeBack(sheet, terms, row, line);
  else if (row) mend(sheet, terms, row, line);
  else if (!sheet.rows.some((one) => one.hand === line.hand_number)) putDown(sheet, terms, line);
}

function judge(sheet, state) {
  const best = Math.max(...Object.values(sheet.score));
  const first = Object.keys(sheet.score).filter((side) => sheet.score[side] === best);
  const raced = state.target !== null && best >= state.target && first.length === 1;
  sheet.over = raced || (state.hands !== null && sheet.counted >= state.hands);
  sheet.winner = sheet.over && first.length === 1 ? first[0] : null;
  sheet.lastHand = !sheet.over && state.hands !== null && state.hands - sheet.counted === 1;
}

/** The state of the table with the waiting lines put on it. `rows` are in the order of the sheet. */
export function readSheet(state, waiting, page) {
  const terms = { ...page, seats: state.seats, target: state.target };
  const sheet = {
    rows: state.sheet.map((row) => ({ ...row, score: { ...row.score }, waiting: false })),
    score: { ...state.score },
    counted: state.hands_counted,
    dealer: state.dealer,
    firstDeal: state.first_deal,
    undone: state.replaces ? { id: state.replaces, hand: state.next_hand } : null,
    over: state.over,
    winner: state.winner,
    lastHand: state.last_hand,
  };
  for (const line of waiting) apply(sheet, terms, line);
  if (waiting.some((line) => line.kind !== "first-deal")) judge(sheet, state);
  let ordinal = 0;
  for (const row of sheet.rows) {
    ordinal += terms.counts[row.kind] || 0;
    row.ordinal = terms.counts[row.kind] ? ordinal : null;
  }
  const deals = sheet.rows.filter((row) => DEALS.has(row.kind));
  sheet.lastDeal = deals.at(-1) || null;
  sheet.nextHand = sheet.lastDeal ? sheet.lastDeal.hand + 1 : 1;
  sheet.level = new Set(Object.values(sheet.score)).size === 1;
  return sheet;
}

/** Every id that a state shows to be on the sheet. */
export function idsOf(state) {
  const ids = new Set();
  for (const row of state.sheet) ids.add(row.id).add(row.root);
  for (const line of state.late) ids.add(line.id);
  if (state.replaces) ids.add(state.replaces);
  if (state.first_deal) ids.add(state.first_deal.id);
  return ids;
}
