// The sections that a game adds to a page, hidden until there is something in them.

import { h, words } from "./dom.js";

/** @typedef {"section" | "ul" | "ol" | "p"} Tag */

/**
 * By their names, which are their ids; each with its tag, and the class that it looks like where that is another one
 * ("ol story"). `words` says what they are.
 * @template {string} Name
 * @param {HTMLElement} slot
 * @param {Record<Name, Tag | `${Tag} ${string}`>} made
 * @returns {Record<Name, HTMLElement>}
 */
export function sections(slot, made) {
  const all = Object.entries(made).map(([id, what]) => {
    const [tag, look = id] = /** @type {[Tag, string?]} */ (String(what).split(" "));
    return [id, h(tag, { id, class: look, "aria-label": words[id], hidden: true })];
  });
  slot.append(...all.map(([, element]) => /** @type {HTMLElement} */ (element)));
  return Object.fromEntries(all);
}
