// A board to look at and to tap: the photo or the plan, and marks on it. Any tap counts; who listens finds what is nearest.

import { h, icon } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, props) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, value);
  return element;
}

// `onTap` hears where, 0 to 1 from the left and from the top.
export function boardMap(plan, label, onTap) {
  const lines = drawn("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  const marks = h("div", { class: "marks" });
  const ground = plan.photo ? h("img", { src: plan.photo, alt: "", draggable: "false" }) : null;
  const element = h("div", { class: `boardmap${plan.photo ? " photo" : ""}`, role: "group", "aria-label": label }, ground, lines, marks);
  element.style.aspectRatio = String(plan.ratio);
  element.style.setProperty("--ratio", String(plan.ratio));
  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    onTap([share((event.clientX - box.left) / box.width), share((event.clientY - box.top) / box.height)]);
  });

  return {
    element,
    show({ shapes = [], strokes = [], points = [] }) {
      lines.replaceChildren(
        ...shapes.map(({ kind, corners }) => drawn("polygon", { class: kind, points: corners.map(([x, y]) => `${x * 100},${y * 100}`).join(" ") })),
        ...strokes.map(({ kind, from, to }) => drawn("line", { class: kind, x1: from[0] * 100, y1: from[1] * 100, x2: to[0] * 100, y2: to[1] * 100 })),
      );
      marks.replaceChildren(...points.map(mark));
    },
  };
}

const share = (value) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

function mark({ at, kind, sign = null, text = "", label = "", name = "" }) {
  const element = h("span", { class: `mark ${kind}`, role: "img", "aria-label": label, data: { mark: name } }, sign ? icon(sign) : null, text ? h("b", {}, text) : null);
  element.style.left = `${at[0] * 100}%`;
  element.style.top = `${at[1] * 100}%`;
  return element;
}

export function nearest(places, at, ratio = 1) {
  const far = ([x, y]) => Math.hypot((x - at[0]) * ratio, y - at[1]);
  return Object.entries(places).sort(([, one], [, other]) => far(one) - far(other)).map(([name]) => name);
}

export const distance = (one, other, element) => {
  const box = element.getBoundingClientRect();
  return Math.hypot((one[0] - other[0]) * box.width, (one[1] - other[1]) * box.height);
};
