// The sheet as it will be once the waiting lines are on it. Knows no rule: it looks awards and penalties up in the
// tables that the page carries, adds them, compares with the target or the number of hands, and turns the dealer as it
// is told to.

export const DEALS = new Set(["hand", "thrown-in", "void"]);
const WORDS = { "thrown-in": "Thrown in", void: "Void: misdeal", concession: "Given up", time: "The bell" };

/** The same seats in the same order, whoever wrote them down. */
export function seatsKey(seats) {
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

/** Look up a penalty; undefined if it is none of the ruleset's own. */
export function penaltyOf(penalties, facts) {
  return penalties.find(({ facts: one }) =>
    ["off", "to", "points", "why"].every((name) => (one[name] ?? null) === (facts[name] ?? null)),
  );
}

/** What a line says and earns. */
export function told(terms, line) {
  const hand = line.kind === "hand" ? awardOf(terms.awards, line.facts) : null;
  const found = hand || (line.kind === "penalty" ? penaltyOf(terms.penalties, line.facts) : null);
  return {
    sentence: found ? found.sentence : WORDS[line.kind] || "",
    outcome: hand ? hand.outcome : null,
    points: found ? found.by_side : {},
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

/** Where the rules let a penalty take the place of what the hand earned, the hand then earns nothing. */
function penalised(sheet, terms, hand) {
  return terms.instead && sheet.rows.some((row) => row.kind === "penalty" && row.facts.hand === hand);
}

function paid(sheet, terms, line) {
  const what = told(terms, line);
  return line.kind === "hand" && penalised(sheet, terms, line.hand_number) ? { ...what, points: {} } : what;
}

function putDown(sheet, terms, line) {
  const deal = DEALS.has(line.kind);
  const row = {
    id: line.id,
    root: line.replaces || line.id,
    hand: line.hand_number,
    kind: line.kind,
    facts: line.facts,
    dealer: deal ? sheet.dealer : null,
    score: { ...sheet.score },
    corrected: false,
    after_end: false,
    by: "phone",
    waiting: true,
    placed: true, // by a line that still waits: taking that line away takes the row away
    ...paid(sheet, terms, line),
  };
  sheet.rows.push(row);
  shift(sheet, row, row.points, 1);
  if (line.kind === "penalty") settlePenalty(sheet, terms, line.facts.hand);
  if (!deal) return;
  if (terms.capped && terms.target !== null) {
    for (const side of Object.keys(sheet.score)) {
      sheet.score[side] = row.score[side] = Math.min(sheet.score[side], terms.target);
    }
  }
  sheet.counted += terms.counts[line.kind];
  if (terms.deal[line.kind] !== "same") sheet.dealer = next(terms.seats, sheet.dealer);
  sheet.undone = null;
}

/** A penalty came or went: its hand earns what it earned, or nothing. */
function settlePenalty(sheet, terms, hand) {
  const row = terms.instead && sheet.rows.find((one) => one.kind === "hand" && one.hand === hand);
  if (!row) return;
  shift(sheet, row, row.points, -1);
  row.points = paid(sheet, terms, { ...row, hand_number: hand }).points;
  shift(sheet, row, row.points, 1);
}

function mend(sheet, terms, row, line) {
  const now = paid(sheet, terms, line);
  shift(sheet, row, row.points, -1);
  sheet.counted += (terms.counts[line.kind] || 0) - (terms.counts[row.kind] || 0);
  Object.assign(row, { id: line.id, kind: line.kind, facts: line.facts, corrected: true, waiting: true, placed: false }, now);
  shift(sheet, row, row.points, 1);
}

function takeBack(sheet, terms, row, line) {
  shift(sheet, row, row.points, -1);
  sheet.rows.splice(sheet.rows.indexOf(row), 1);
  if (row.kind === "penalty") settlePenalty(sheet, terms, row.facts.hand);
  if (!DEALS.has(row.kind)) return;
  sheet.counted -= terms.counts[row.kind];
  sheet.dealer = row.dealer;
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

/** A word on the seats or on the score. */
function hear(said, { facts }) {
  if (facts.seats) said.seats = facts.seats;
  else if (facts.disputed) {
    said.confirmed = said.confirmed.filter((side) => side !== facts.side);
    said.disputed = { ...said.disputed, [facts.side]: facts.disputed };
  } else {
    const { [facts.side]: _, ...others } = said.disputed;
    said.confirmed = [...said.confirmed.filter((side) => side !== facts.side), facts.side];
    said.disputed = others;
  }
}

function apply(sheet, terms, line) {
  const row = line.replaces ? sheet.rows.find((one) => one.id === line.replaces) : null;
  if (line.kind === "confirmation") return hear(sheet.said, line);
  if (line.kind === "first-deal") return sayWhoDeals(sheet, terms, line);
  sheet.said = { ...sheet.said, confirmed: [], disputed: {} }; // a word is about the score as it stood
  if (line.kind === "retraction") return row && takeBack(sheet, terms, row, line);
  if (row) return mend(sheet, terms, row, line);
  const there = (one) => (DEALS.has(line.kind) ? one.hand === line.hand_number && DEALS.has(one.kind) : one.id === line.id);
  const known = DEALS.has(line.kind) || line.kind === "penalty";
  return known && !sheet.rows.some(there) && putDown(sheet, terms, line);
}

function judge(sheet, state, terms) {
  const best = Math.max(...Object.values(sheet.score));
  const first = Object.keys(sheet.score).filter((side) => sheet.score[side] === best);
  const raced = state.target !== null && best >= state.target && first.length === 1;
  sheet.over = raced || (state.hands !== null && sheet.counted >= state.hands);
  sheet.winner = sheet.over && first.length === 1 ? first[0] : null;
  sheet.lastHand = !sheet.over && state.hands !== null && state.hands - sheet.counted === 1;
  sheet.lap = raced && terms.laps ? Math.max(0, best - state.target) : 0;
  const nothing = (side) => sheet.winner && side !== sheet.winner && sheet.score[side] <= 0;
  sheet.lurched = terms.lurches ? Object.keys(sheet.score).filter(nothing) : [];
}

/** Who would lose without a point, and double, if the next hand ended the game. */
function threatened(sheet, state, terms) {
  const best = Math.max(...Object.values(sheet.score));
  if (!terms.lurches || sheet.over || state.target === null || best + terms.reach < state.target) return [];
  return Object.keys(sheet.score).filter((side) => sheet.score[side] <= 0);
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
    lap: state.lap,
    lurched: state.lurched,
    said: { seats: state.seats_said, confirmed: [...state.confirmed], disputed: { ...state.disputed } },
  };
  for (const line of waiting) apply(sheet, terms, line);
  if (waiting.some((line) => !["first-deal", "confirmation"].includes(line.kind))) judge(sheet, state, terms);
  sheet.threatened = threatened(sheet, state, terms);
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
  return new Set(state.lines.map((line) => line.id));
}

/** All versions of a row, the oldest first: what was written, and what took its place. */
export function versionsOf(state, waiting, root) {
  const lines = [...state.lines.filter((line) => line.game === state.game_number), ...waiting];
  const found = lines.filter((line) => line.id === root);
  for (let at = 0; at < found.length; at += 1) {
    found.push(...lines.filter((line) => line.replaces === found[at].id && !found.includes(line)));
  }
  return found;
}
