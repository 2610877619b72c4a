// Keeps where somebody has scrolled to inside a box (data-scrolls and an id) when a live part is renewed.

let kept = new Map();

const boxesIn = (part) => part.querySelectorAll("[data-scrolls][id]");

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.shouldSwap) return;
  kept = new Map([...boxesIn(event.detail.target)].map((box) => [box.id, [box.scrollLeft, box.scrollTop]]));
});

document.addEventListener("htmx:afterSwap", () => {
  for (const [id, [left, top]] of kept) document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
  kept = new Map();
});
