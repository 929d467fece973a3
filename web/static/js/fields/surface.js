// A board or a map to point at: a finger means the nearest point that may be picked, an arrow the next one. What that
// does is up to whoever shows it.

import { button, h, icon, s, words } from "../dom.js";
import { present } from "../redraw.js";
import { ARROWS, nearest, onward } from "./nearest.js";

/** @typedef {import("./nearest.js").At} At */

/** @typedef {{ width: number, height: number, left?: number, top?: number }} Extent */

/**
 * @typedef {object} Pointing
 * @property {Extent} size of what is drawn, in its own units; from its corner, or from where it begins
 * @property {string} label
 * @property {Child} ground what lies under everything that changes
 * @property {() => At[]} points what may be picked now
 * @property {() => number} at where one is; -1 before anything was pointed at
 * @property {(index: number, tapped: boolean) => unknown} point somebody pointed at this one
 * @property {Record<string, () => unknown>} keys what other keys do
 */

const SIGNS = { ArrowLeft: "left", ArrowUp: "up", ArrowDown: "down", ArrowRight: "right" };

/** @param {Pointing} pointing */
export function surface({ size, label, ground, points, at, point, keys }) {
  const over = s("g", {});
  const { width, height, left: x = 0, top: y = 0 } = size;
  const drawing = s("svg", { viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" }, ground, over);

  /** From nowhere, an arrow leads to the middle. @param {string} arrow */
  function go(arrow) {
    const all = points();
    const from = at();
    const middle = { x: x + width / 2, y: y + height / 2 };
    if (all.length) point(from < 0 ? nearest(all, middle) : onward(all, from, arrow), false);
  }

  /** @param {number} by */
  function step(by) {
    const count = points().length;
    if (count) point((Math.max(at(), by < 0 ? 0 : -1) + by + count) % count, false);
  }

  /** @type {Record<string, () => unknown>} */
  const pressed = { PageUp: () => step(-1), PageDown: () => step(1), ...keys };
  for (const arrow of Object.keys(ARROWS)) pressed[arrow] = () => go(arrow);

  const element = h(
    "div",
    {
      class: "surface",
      role: "application",
      tabindex: 0,
      "aria-label": label,
      onclick: ({ clientX, clientY }) => {
        const { left, top, width: shown } = drawing.getBoundingClientRect();
        const scale = width / shown;
        const index = nearest(points(), { x: x + (clientX - left) * scale, y: y + (clientY - top) * scale });
        if (index >= 0) point(index, true);
      },
      onkeydown: (event) => {
        const work = pressed[event.key];
        if (!work || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        work();
      },
    },
    drawing,
  );
  element.style.setProperty("--ratio", String(width / height));
  const arrows = Object.entries(SIGNS).map(([arrow, sign]) => control(sign, words[sign], () => go(arrow)));
  /** What changes is drawn anew, over the ground. @param {...Child} children */
  const draw = (...children) => over.replaceChildren(...present(children));
  return { element, arrows, draw };
}

/** A button beside the arrows. @type {(sign: string, label: string, work: () => unknown) => HTMLButtonElement} */
export const control = (sign, label, work) =>
  button(icon(sign), "control", work, { "aria-label": label, data: { do: sign } });
