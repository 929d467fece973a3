// The lamps as they are lit, one beside the other.

import { h } from "./dom.js";

/** @type {(row: HTMLElement, pixels: Pixel[]) => void} */
export function showLamps(row, pixels) {
  if (row.children.length !== pixels.length) row.replaceChildren(...pixels.map(() => h("i")));
  [...row.children].forEach((lamp, index) => {
    const [red, green, blue] = pixels[index];
    /** @type {HTMLElement} */ (lamp).style.setProperty("--lit", `rgb(${red} ${green} ${blue})`);
    lamp.classList.toggle("on", red + green + blue > 0);
  });
}
