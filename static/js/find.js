// "/" puts the cursor into the search box of the director's pages, and what is found appears below as one types.
// A number in a grid goes to that table's row instead.

const form = document.getElementById("find-person");
const box = document.getElementById("find-who");
const here = document.getElementById("found-here");
const SOON = 120; // milliseconds after the last letter
let timer = 0;
let asked = "";

const writing = (place) => place?.matches?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && (!writing(event.target) || event.target.classList.contains("figure"))) {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "Escape" && event.target === box) {
    box.value = "";
    look();
  }
});

async function look() {
  const who = box.value.trim();
  if (who === asked) return;
  asked = who;
  if (!who) return here.replaceChildren();
  try {
    const answer = await fetch(`${form.action}?who=${encodeURIComponent(who)}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || box.value.trim() !== who) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    here.replaceChildren(...found.body.children);
  } catch {
    asked = ""; // no answer: Enter asks in the ordinary way
  }
}

box.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, SOON);
});

form.addEventListener("submit", (event) => {
  const number = box.value.trim();
  const row = /^\d+$/.test(number) && document.querySelector(`[data-table="${Number(number)}"] .figure`);
  if (!row) return;
  event.preventDefault();
  row.focus();
  row.select();
});
