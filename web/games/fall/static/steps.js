// The ways of the latest invaders one after the other: what is new of them unfolds on the map, each with its reason.

import { h } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

const PAUSE = 1600;

/** @typedef {"one" | "all" | "still"} Manner one reason at a time, all of them, or all with nothing that moves */

/**
 * The reasons in `root`, the ways in the map in `peak`; call it when the map is drawn.
 * @type {(root: HTMLElement, peak: HTMLElement, manner: Manner) => (view: FallShown) => void}
 */
export function stepsIn(root, peak, manner) {
  /** @type {FallWay[]} */
  let ways = [];
  let at = 0;
  let timer = 0;

  /** @param {number} step */
  function go(step) {
    at = step;
    show();
    clearTimeout(timer);
    if (at < ways.length - 1 && !isStill()) timer = setTimeout(() => go(at + 1), PAUSE);
  }

  function show() {
    draw(root, { ways, at }, manner === "one" ? oneOf : allOf);
    peak.querySelectorAll(".fall-way").forEach((way, index) => {
      way.classList.toggle("past", index < at);
      way.classList.toggle("ahead", index > at);
    });
  }

  /** @type {(seen: { ways: FallWay[], at: number }) => Child} */
  const oneOf = (seen) => [
    h("li", {}, badge(seen.at), h("span", { role: "status" }, seen.ways[seen.at]?.text ?? "")),
    seen.ways.length > 1
      ? h(
          "li",
          { class: "steps" },
          seen.ways.map(({ text }, index) => {
            const pressed = String(index === seen.at);
            const label = `${index + 1}. ${text}`;
            const step = h("button", { type: "button", "aria-pressed": pressed, "aria-label": label }, badge(index));
            step.addEventListener("click", () => {
              go(index);
              clearTimeout(timer);
            });
            return step;
          }),
        )
      : null,
  ];

  /** @type {(seen: { ways: FallWay[], at: number }) => Child} */
  const allOf = (seen) =>
    seen.ways.map(({ text }, index) =>
      h("li", { class: index > seen.at ? "ahead" : "" }, badge(index), h("span", {}, text)),
    );

  const isStill = () => manner === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;

  return ({ scene }) => {
    const before = ways;
    ways = scene.ways;
    root.hidden = !ways.length;
    if (before.length === ways.length && ways.every(({ text }, index) => text === before[index].text)) show();
    else go(isStill() ? ways.length - 1 : fresh(before, ways));
  };
}

/** The first of them that was not there before. @type {(before: FallWay[], ways: FallWay[]) => number} */
function fresh(before, ways) {
  const first = ways.findIndex(({ text }, index) => text !== before[index]?.text);
  return first < 0 ? Math.max(0, ways.length - 1) : first;
}

/** @type {(index: number) => HTMLElement} */
const badge = (index) => h("b", { class: "figure badge" }, String(index + 1));
