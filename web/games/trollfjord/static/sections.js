// The sections that Trollfjord adds to a page, hidden until there is something in them.

import { h, words } from "/static/js/dom.js";

/** @type {Record<string, "ul" | "ol" | "p" | undefined>} */
const TAGS = { treasures: "ul", latest: "ol", story: "ol", "up-next": "p" }; // the rest are sections
/** @type {Record<string, string | undefined>} */
const LOOKS = { latest: "story" }; // the rest look like what they are called

/**
 * @template {string} Name
 * @param {HTMLElement} slot
 * @param {...Name} names
 * @returns {Record<Name, HTMLElement>}
 */
export function sections(slot, ...names) {
  const made = names.map((id) =>
    h(TAGS[id] ?? "section", { id, class: LOOKS[id] ?? id, "aria-label": words[id], hidden: true }),
  );
  slot.append(...made);
  return /** @type {any} */ (Object.fromEntries(names.map((name, index) => [name, made[index]])));
}

const AT_TOWER = ["hammers", "gives"];

/** What the room looks at now. @param {Scene} scene */
export function scenery(scene) {
  if (scene.ending) return "ending";
  return AT_TOWER.includes(scene.phase) ? "hammering" : "map";
}
