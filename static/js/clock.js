// The desk's clocks count down to the server's time. The bell rings on this computer once somebody has asked for it:
// browsers let nothing sound before a tap. A part that somebody types into is not renewed meanwhile.

const bell = document.querySelector("#bell");
const button = bell.querySelector("button");
const rung = new Set(); // ends of clocks whose bell has gone here, or had before the page came
let ahead = 0; // milliseconds by which the server's clock is ahead of this one's
let sound = null;

const part = () => document.getElementById("desk");

function keepTime() {
  const said = Date.parse(part()?.dataset.now);
  if (!Number.isNaN(said)) ahead = said - Date.now();
}

function ring() {
  if (!sound || button.getAttribute("aria-pressed") !== "true") return;
  for (const at of [0, 0.9, 1.8]) {
    for (const [tone, loud] of [[880, 0.5], [2217, 0.25], [3520, 0.12]]) {
      const wave = new OscillatorNode(sound, { frequency: tone });
      const gain = new GainNode(sound, { gain: loud });
      gain.gain.setValueAtTime(loud, sound.currentTime + at);
      gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 1.6);
      wave.connect(gain).connect(sound.destination);
      wave.start(sound.currentTime + at);
      wave.stop(sound.currentTime + at + 1.7);
    }
  }
}

function tell() {
  for (const clock of document.querySelectorAll("#desk [data-ends]")) {
    const ends = Date.parse(clock.dateTime);
    const left = Math.ceil((ends - ahead - Date.now()) / 1000);
    const words = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "Time";
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("rung", left <= 0);
    if (left > 0 || rung.has(ends)) continue;
    rung.add(ends);
    if (left > -10) ring();
  }
}

function show(rings) {
  button.setAttribute("aria-pressed", String(rings));
}

button.addEventListener("click", () => {
  const rings = button.getAttribute("aria-pressed") !== "true";
  sound ??= new AudioContext();
  sound.resume();
  show(rings);
  if (rings) ring();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const place = document.activeElement;
  const typing = place?.matches("input") && part()?.contains(place) && place.value !== place.defaultValue;
  if (typing && event.detail.elt === part()) event.preventDefault();
});
document.addEventListener("htmx:afterSwap", () => {
  keepTime();
  tell();
});

bell.hidden = false;
keepTime();
setInterval(tell, 250);
tell();
