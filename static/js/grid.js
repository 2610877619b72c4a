// A grid typed as in a spreadsheet: Enter goes to the next row, arrows go up and down, Ctrl+Enter writes from anywhere.
// Enter asks the server for the row's doubts first, and stays where there is one.

const rows = () => [...document.querySelectorAll(".grid-row")];
const cellsOf = (row) => [...row.querySelectorAll(".figure")];

function goTo(row, column) {
  const cells = cellsOf(row);
  const cell = cells[Math.min(column, cells.length - 1)];
  cell.focus();
  cell.select();
}

const asked = new WeakMap(); // row → what it was asked about last, so that leaving its cell asks nothing again

const typedIn = (row) => String(new URLSearchParams([...row.querySelectorAll("input")].map((one) => [one.name, one.value])));

/** Whether the row is in doubt, as the server has it now; its sentences are put under the row. */
async function inDoubt(row) {
  const typed = typedIn(row);
  asked.set(row, typed);
  try {
    const answer = await fetch(`${row.getAttribute("hx-get")}?${typed}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return false;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    const place = row.querySelector(".doubts");
    place.replaceChildren(...found.childNodes);
    return place.querySelector(".fault") !== null;
  } catch {
    return false; // no answer: it is told when the cards are written
  }
}

async function next(row, form) {
  const reason = () => row.querySelector(".reason");
  const given = reason()?.value.trim();
  if ((await inDoubt(row)) && !given) return (reason() || cellsOf(row)[0]).focus();
  const all = rows();
  const after = all[all.indexOf(row) + 1];
  if (after) goTo(after, 0);
  else form.requestSubmit();
}

const grid = document.querySelector("form:has(.round-grid)");

grid?.addEventListener("change", (event) => {
  const row = event.target.closest(".grid-row");
  if (row && asked.get(row) === typedIn(row)) event.stopPropagation();
}, { capture: true });

grid?.addEventListener("keydown", (event) => {
  const row = event.target.closest(".grid-row");
  if (!row || !event.target.matches(".figure, .reason")) return;
  const form = event.currentTarget;
  if (event.key === "Enter") {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) form.requestSubmit();
    else next(row, form);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const all = rows();
    const other = all[all.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!other) return;
    event.preventDefault();
    goTo(other, cellsOf(row).indexOf(event.target));
  }
});
