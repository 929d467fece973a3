// A board to look at and to tap: the photo or the plan, and marks on it. Any tap counts; who listens finds the nearest.

import { h, icon, s } from "./dom.js";

/** @typedef {{ kind: string, corners: Point[] }} Shape */
/** @typedef {{ shapes?: Shape[], strokes?: Stroke[], points?: Mark[] }} Drawing */

/**
 * @param {{ photo: string | null, ratio: number }} plan
 * @param {string} label
 * @param {(at: Point) => unknown} onTap hears where, 0 to 1 from the left and from the top
 */
export function boardMap(plan, label, onTap) {
  const lines = s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  const marks = h("div", { class: "marks" });
  const ground = plan.photo ? h("img", { src: plan.photo, alt: "", draggable: "false" }) : null;
  const element = h(
    "div",
    { class: `boardmap${plan.photo ? " photo" : ""}`, role: "group", "aria-label": label },
    ground,
    lines,
    marks,
  );
  element.style.aspectRatio = String(plan.ratio);
  element.style.setProperty("--ratio", String(plan.ratio));
  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    onTap([share((event.clientX - box.left) / box.width), share((event.clientY - box.top) / box.height)]);
  });
  /** @param {Drawing} drawing */
  const show = ({ shapes = [], strokes = [], points = [] }) => {
    lines.replaceChildren(...shapes.map(polygon), ...strokes.map(line));
    marks.replaceChildren(...points.map(mark));
  };
  return { element, show };
}

/** @param {number} value */
const share = (value) => rounded(Math.min(1, Math.max(0, value)));

/** As finely as a place on the board is kept. @param {number} value */
export const rounded = (value) => Math.round(value * 1000) / 1000;

/** @param {Shape} shape */
const polygon = ({ kind, corners }) =>
  s("polygon", { class: kind, points: corners.map(([x, y]) => `${x * 100},${y * 100}`).join(" ") });

/** @param {Stroke} stroke */
const line = ({ kind, from, to }) =>
  s("line", { class: kind, x1: from[0] * 100, y1: from[1] * 100, x2: to[0] * 100, y2: to[1] * 100 });

/** @param {Mark} mark */
function mark({ at, kind, sign = null, text = "", label = "", name = "" }) {
  const element = h(
    "span",
    { class: `mark ${kind}`, role: "img", "aria-label": label, data: { mark: name } },
    sign ? icon(sign) : null,
    text ? h("b", {}, text) : null,
  );
  element.style.left = `${at[0] * 100}%`;
  element.style.top = `${at[1] * 100}%`;
  return element;
}

/**
 * The names of these places, nearest first.
 * @type {(places: Record<string, Point>, at: Point, ratio?: number) => string[]}
 */
export function nearest(places, at, ratio = 1) {
  const far = (/** @type {Point} */ [x, y]) => Math.hypot((x - at[0]) * ratio, y - at[1]);
  return Object.entries(places)
    .sort(([, one], [, other]) => far(one) - far(other))
    .map(([name]) => name);
}

/** In pixels of the drawing. @type {(one: Point, other: Point, element: Element) => number} */
export function distance(one, other, element) {
  const box = element.getBoundingClientRect();
  return Math.hypot((one[0] - other[0]) * box.width, (one[1] - other[1]) * box.height);
}
