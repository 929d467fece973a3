// Some of many points, on a board or a map: a tap picks one or lets it go, or the arrows lead there. Whether a tap is
// the whole answer is not decided here.

import { h, setText, words } from "../dom.js";
import { control, surface } from "./surface.js";
import { tally } from "./tally.js";

/** @typedef {import("./nearest.js").At} At */

/**
 * @typedef {object} Ground
 * @property {import("./surface.js").Extent} size
 * @property {Child} drawn
 * @property {Child} [legend]
 * @property {(index: number, kind: "lit" | "picked" | "here") => Child} mark how a point is drawn
 * @property {(picked: number[], index: number) => boolean} [adds] whether this one goes with those that are picked
 */

/**
 * @param {{ text: string, least: number, most: number }} field
 * @param {(At & { name: string })[]} points
 * @param {Ground} ground
 * @param {number[]} chosen
 * @param {(chosen: number[] | null, meant: boolean) => void} set
 */
export function points(field, points, ground, chosen, set) {
  const picked = new Set(chosen);
  const one = field.most === 1;
  const count = tally(field.least, field.most);
  const told = h("p", { class: "told", role: "status" });
  let here = chosen[0] ?? -1;

  /** @param {number} index @param {boolean} meant an arrow only passes by */
  function toggle(index, meant = true) {
    if (index < 0) return;
    if (one) picked.clear();
    const held = picked.has(index);
    if (held) letGo(picked, index, adds);
    else if (!adds(index)) picked.clear();
    if (!held && picked.size < field.most) picked.add(index);
    show(meant);
  }

  /** @type {(index: number) => boolean} */
  const adds = (index) => !ground.adds || !picked.size || ground.adds([...picked], index);

  /** With one to pick, being there is picking it. @type {(index: number, tapped: boolean) => void} */
  function point(index, tapped) {
    here = index;
    if (tapped || one) toggle(index, tapped);
    else show();
  }

  const board = surface({
    size: ground.size,
    label: field.text,
    ground: ground.drawn,
    points: () => points,
    at: () => here,
    point,
    keys: { " ": () => toggle(here), Enter: () => toggle(here) },
  });

  function show(meant = false) {
    const order = [...picked].sort((first, second) => first - second);
    board.draw(
      points.map((_, index) => (picked.has(index) || !adds(index) ? null : ground.mark(index, "lit"))),
      order.map((index) => ground.mark(index, "picked")),
      here < 0 || one ? null : ground.mark(here, "here"),
    );
    const names = order.map((index) => points[index].name).join(", ");
    setText(told, one || here < 0 ? names : `${points[here].name} · ${names}`);
    set(count.show(picked.size) ? order : null, meant);
  }

  show();
  const pick = one ? null : control("tick", words.pick_here, () => toggle(here));
  return [
    one ? null : count.line,
    board.element,
    h("div", { class: "told-row" }, told, ground.legend),
    h("div", { class: "controls" }, board.arrows, pick),
  ];
}

/**
 * What goes with the rest no longer is let go with it.
 * @type {(picked: Set<number>, index: number, adds: (index: number) => boolean) => void}
 */
function letGo(picked, index, adds) {
  let left = [...picked].filter((other) => other !== index);
  picked.clear();
  for (let before = -1; left.length !== before; left = left.filter((each) => !picked.has(each))) {
    before = left.length;
    for (const each of left) if (adds(each)) picked.add(each);
  }
}
