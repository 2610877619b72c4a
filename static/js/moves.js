// Shows where something went when a live part is renewed: whoever has an id and data-moves glides to the new place.
// Nothing moves where less motion is asked for, and nothing is asked for while nobody looks.

const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");
let places = new Map();

function placesIn(part) {
  const top = part.getBoundingClientRect().top;
  const moving = [...part.querySelectorAll("[data-moves][id]")];
  return new Map(moving.map((one) => [one.id, one.getBoundingClientRect().top - top]));
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden) event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  places = event.detail.shouldSwap && !quiet.matches ? placesIn(event.detail.target) : new Map();
});

document.addEventListener("htmx:afterSwap", (event) => {
  const part = document.getElementById(event.detail.target.id);
  if (!part) return;
  for (const [id, top] of placesIn(part)) {
    const was = places.get(id);
    if (was === undefined || was === top) continue;
    const from = `translateY(${was - top}px)`;
    document.getElementById(id).animate([{ transform: from }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
  }
});
