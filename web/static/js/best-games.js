// The best of the past games of a kind, on its card. Finding it may take a moment, so only cards in sight ask for it.

import { setText } from "./dom.js";
import { look } from "./requests.js";

const inSight = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    for (const place of target.querySelectorAll("[data-best]")) tellBest(/** @type {HTMLAnchorElement} */ (place));
  }
});

for (const card of document.querySelectorAll(".with-offer:has([data-best])")) inSight.observe(card);

/** @param {HTMLAnchorElement} place */
async function tellBest(place) {
  const told = /** @type {{ best: { key: number, text: string } | null } | null} */ (
    await look(`/api/best/${place.dataset.best}`)
  );
  const said = place.querySelector(".said");
  if (!told?.best || !said) return;
  place.href = `/games/${told.best.key}`;
  setText(/** @type {HTMLElement} */ (said), told.best.text);
  place.hidden = false;
}
