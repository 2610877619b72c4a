// What the director tells every table: one line, and the clock of its round, which runs on between two looks.

let ends = null; // when the bell goes
let ahead = 0; // milliseconds by which the server's clock is ahead of this one's

const $ = (selector) => document.querySelector(selector);

function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** Put the director's line and clock on the page as the table's state has them. */
export function drawCall({ message, clock }) {
  const line = $("#hall-message");
  write(line, message || "");
  line.hidden = !message;
  $("#hall-clock").hidden = !clock;
  ends = clock?.ends_at ? Date.parse(clock.ends_at) : null;
  if (clock && ends === null) tell("The clock stands at", clock.seconds_left);
  tick();
}

/** Take the time from an answer's Date, which tells whole seconds. */
export function keepTime(answer) {
  const said = Date.parse(answer.headers.get("Date"));
  if (!Number.isNaN(said)) ahead = said + 500 - Date.now();
}

function tell(said, seconds) {
  write($("#hall-clock .said"), said);
  write($("#hall-clock b"), seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

function tick() {
  if (ends === null) return;
  const left = Math.ceil((ends - ahead - Date.now()) / 1000);
  if (left > 0) tell("Time left:", left);
  else tell("Time. The bell has gone.", null);
}

setInterval(tick, 500);
