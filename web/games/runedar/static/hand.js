// The cards that a player still holds: for their own eyes. Outside their turn they are face down, as cards held to
// one's chest, and seen only while a finger stays on them.

import { h, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

const KEYS = ["Enter", " "];

/** @type {(root: HTMLElement, view: RunedarSeatView) => void} */
export function showHand(root, view) {
  root.hidden = !view.scene.hand?.length;
  const faceDown = view.scene.turn !== view.seat && !view.scene.ending;
  draw(root, { hand: view.scene.hand, faceDown }, (seen) => {
    const cards = seen.hand?.map((card) => h("li", { class: "held" }, card)) ?? [];
    return seen.faceDown ? h("li", { class: "cover" }, ...covered(cards)) : cards;
  });
}

/**
 * They come up above the finger, so that nothing moves away from under it.
 * @type {(cards: HTMLElement[]) => HTMLElement[]}
 */
function covered(cards) {
  const fan = h("ul", { class: "fan", hidden: true }, ...cards);
  return [fan, peek(cards.length, fan)];
}

/** @type {(count: number, fan: HTMLElement) => HTMLElement} */
function peek(count, fan) {
  const label = words.peek.replace("{count}", String(count));
  const backs = Array.from({ length: count }, () => h("span", { class: "back" }));
  const button = h(
    "button",
    { type: "button", class: "peek" },
    h("span", { class: "backs", "aria-hidden": "true" }, backs),
    h("span", {}, label),
  );
  const look = (/** @type {boolean} */ on) => {
    fan.hidden = !on;
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.releasePointerCapture(event.pointerId);
    look(true);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"])
    button.addEventListener(end, () => look(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    look(true);
  });
  button.addEventListener("keyup", () => look(false));
  // A screen reader presses nothing down: its click turns the cards over, and the next one back.
  button.addEventListener("click", ({ detail }) => {
    if (detail === 0) look(fan.hidden);
  });
  return button;
}
