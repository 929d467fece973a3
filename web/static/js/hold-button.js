// What cannot be undone is held until it is full, never tapped: by a finger, by Enter or by the space bar. A tap does
// nothing but say so. Who can only click, with a screen reader, confirms in another place.

import { announce, button as plain, setText, words } from "./dom.js";
import { press } from "./prompts.js";

const HOLD = 800; // milliseconds; the style sheet fills the button in the same time
const SAID = 4000; // how long it says that it wants to be held
const KEYS = ["Enter", " "];

/**
 * @param {string} label
 * @param {string} hold what a tap is answered with: "Hold to …"
 * @param {() => unknown} work
 * @param {string} kind
 * @param {Props} extra
 */
export function holdButton(label, hold, work, kind = "", extra = {}) {
  // Fingers count their clicks, and keys make none here: what is left is a screen reader.
  const clicked = (/** @type {MouseEvent} */ { detail }) => {
    if (detail === 0) confirmElsewhere(button, hold, work);
  };
  const button = plain(label, `danger hold ${kind}`, clicked, { "aria-description": hold, ...extra });
  const { begin, letGo } = filling(button, label, hold, work);
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // A finger that slides off lets go; otherwise the button would keep it.
    button.releasePointerCapture(event.pointerId);
    begin();
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(end, letGo);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener("keyup", (event) => {
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    letGo();
  });
  return button;
}

/** @typedef {{ begin(): void, letGo(): void }} Filling */

/** @type {(button: HTMLElement, label: string, hold: string, work: () => unknown) => Filling} */
function filling(button, label, hold, work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let full;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let said;
  const calm = () => {
    if (button.textContent === hold) setText(button, label);
  };
  const done = () => {
    button.classList.remove("holding");
    calm();
    navigator.vibrate?.(30);
    // What was drawn anew meanwhile is another button.
    if (button.isConnected) void press(button, work);
  };
  return {
    begin() {
      if (button.classList.contains("busy")) return;
      clearTimeout(said);
      clearTimeout(full);
      setText(button, hold);
      button.classList.add("holding");
      full = setTimeout(done, HOLD);
    },
    letGo() {
      if (!button.classList.contains("holding")) return;
      clearTimeout(full);
      button.classList.remove("holding");
      announce(hold);
      said = setTimeout(calm, SAID);
    },
  };
}

/** @type {(button: HTMLElement, hold: string, work: () => unknown) => void} */
function confirmElsewhere(button, hold, work) {
  const sure = plain(words.confirm, "danger wide", () => {
    sure.remove();
    void press(button, work);
  });
  sure.addEventListener("blur", () => sure.remove());
  (button.closest(".pair") ?? button).after(sure);
  sure.focus();
  announce(hold);
}
