// The wall needs no hand: a list that is longer than its window rolls up and begins again, or turns its pages where
// less motion is asked for. What a poll brings takes its place without a jump, and the clock runs between polls.

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const LINES_A_SECOND = 0.7;
const REST_AT_THE_ENDS = 6000;
const REST_ON_A_PAGE = 10000;
const REST_AFTER_A_HAND = 30000;
const rolls = new Map(); // id of a list → where it stands, until when it rests, and whether by somebody's hand
let serverAhead = 0; // milliseconds by which the server's clock is ahead of this one's

document.body.classList.add("rolls");

function stateOf(roll, now) {
  if (!rolls.has(roll.id)) rolls.set(roll.id, { at: 0, until: now + REST_AT_THE_ENDS });
  return rolls.get(roll.id);
}

function turnPage(state, roll, end, now) {
  const line = parseFloat(getComputedStyle(roll).fontSize) * 1.6;
  state.at = state.at >= end - 1 ? 0 : Math.min(state.at + roll.clientHeight - line, end);
  state.until = now + REST_ON_A_PAGE;
}

function rollOn(state, roll, end, now, passed) {
  const line = parseFloat(getComputedStyle(roll).fontSize) * 1.6;
  if (state.at >= end - 1) state.at = 0;
  else state.at = Math.min(state.at + (line * LINES_A_SECOND * passed) / 1000, end);
  if (state.at === 0 || state.at >= end - 1) state.until = now + REST_AT_THE_ENDS;
}

let before = performance.now();
function step(now) {
  for (const roll of document.querySelectorAll(".wall-roll")) {
    const end = roll.scrollHeight - roll.clientHeight;
    const state = stateOf(roll, now);
    if (end <= 1) continue;
    if (now < state.until) {
      if (state.byHand) state.at = roll.scrollTop;
      continue;
    }
    state.byHand = false;
    if (still.matches) turnPage(state, roll, end, now);
    else rollOn(state, roll, end, now, Math.min(now - before, 100));
    roll.scrollTop = state.at;
  }
  before = now;
  requestAnimationFrame(step);
}
requestAnimationFrame(step);

function handOn(event) {
  const roll = event.target.closest?.(".wall-roll");
  if (roll) Object.assign(stateOf(roll, 0), { until: performance.now() + REST_AFTER_A_HAND, byHand: true });
}
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown", "focusin"]) {
  document.addEventListener(kind, handOn, { passive: true });
}

function tellTime() {
  const clock = document.querySelector("#wall-clock [data-ends]");
  if (!clock) return;
  const left = Math.ceil((Date.parse(clock.dateTime) - Date.now() - serverAhead) / 1000);
  const minutes = Math.floor(Math.max(left, 0) / 60);
  clock.textContent = left > 0 ? `${minutes}:${String(left % 60).padStart(2, "0")}` : "Time";
  clock.parentElement.classList.toggle("rung", left <= 0);
}
setInterval(tellTime, 250);

document.addEventListener("htmx:afterSwap", () => {
  tellTime();
  for (const roll of document.querySelectorAll(".wall-roll")) roll.scrollTop = rolls.get(roll.id)?.at ?? 0;
});
document.addEventListener("htmx:afterRequest", (event) => {
  const answer = event.detail.xhr;
  const lost = !answer || !answer.status || answer.status >= 500;
  document.getElementById("wall-lost").hidden = !lost;
  const said = lost ? NaN : Date.parse(answer.getResponseHeader("Date"));
  if (!Number.isNaN(said)) serverAhead = said + 500 - Date.now();
});

async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => null);
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
