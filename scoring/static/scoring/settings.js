// What this phone likes: kept on it, and nowhere else.

const KEY = "right-bower.phone";
const FIRST = { awake: true, buzz: false, trump: false };

let chosen = { ...FIRST };
let lock = null;

function load() {
  try {
    chosen = { ...FIRST, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    // a phone that keeps nothing is asked again
  }
}

/** Whether a thing is switched on: "awake", "buzz", "trump". */
export const wants = (name) => Boolean(chosen[name]);

/** Keep the screen on while the table is looked at. A browser lets go of it whenever the page is hidden. */
async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  try {
    if (!wants("awake")) {
      await lock?.release();
      lock = null;
    } else if (document.visibilityState === "visible" && (!lock || lock.released)) {
      lock = await navigator.wakeLock.request("screen");
    }
  } catch {
    lock = null; // a low battery may refuse it
  }
}

/** Buzz shortly, if this phone is to. */
export function buzz(pattern = 40) {
  if (wants("buzz")) navigator.vibrate?.(pattern);
}

/** Tie the switches on the page to what is kept. */
export function startSettings() {
  load();
  for (const input of document.querySelectorAll("#phone-settings input[data-setting]")) {
    const name = input.dataset.setting;
    input.checked = wants(name);
    const able = { awake: "wakeLock" in navigator, buzz: "vibrate" in navigator }[name] ?? true;
    input.closest("label").hidden = !able;
    input.addEventListener("change", () => {
      chosen[name] = input.checked;
      try {
        localStorage.setItem(KEY, JSON.stringify(chosen));
      } catch {
        // holds while the page is open
      }
      stayAwake();
      if (name === "buzz") buzz();
    });
  }
  document.querySelector("#no-wake").hidden = "wakeLock" in navigator;
  document.querySelector("#no-worker").hidden = "serviceWorker" in navigator;
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
