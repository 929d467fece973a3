// Spots on a map: where they are, what joins them, and those that may be picked.

import { s } from "../dom.js";
import { ownChart } from "../dressing.js";
import { points } from "./points.js";

const R = 0.045; // of a spot, as a part of the map's width

/**
 * @param {SpotsField} field
 * @param {OptionValue[] | undefined} chosen
 * @param {(value: OptionValue[] | undefined, meant: boolean) => void} set
 */
export function spots(field, chosen, set) {
  const { chart } = field;
  const legal = chart.spots.filter(({ value }) => field.legal.includes(value));
  const ground = {
    size: { width: 1, height: chart.height },
    drawn: ownChart(chart) ?? mapOf(chart),
    mark: (/** @type {number} */ index, /** @type {string} */ kind) => {
      const { x, y } = legal[index];
      return s("circle", { class: kind, cx: x, cy: y, r: kind === "here" ? R * 1.25 : R });
    },
  };
  const before = legal.flatMap(({ value }, index) => (chosen?.includes(value) ? [index] : []));
  const named = legal.map(({ x, y, text }) => ({ x, y, name: text }));
  return points(field, named, ground, before, (order, meant) =>
    set(
      order?.map((index) => legal[index].value),
      meant,
    ),
  );
}

/** @type {(chart: SpotsField["chart"]) => Child} */
function mapOf({ height, spots: all, paths }) {
  const place = new Map(all.map((spot) => [spot.value, spot]));
  const joined = paths.map(([from, to]) => [place.get(from), place.get(to)]);
  return [
    s("rect", { class: "board", width: 1, height }),
    joined.map(([from, to]) => s("path", { class: "path", d: `M${from?.x} ${from?.y}L${to?.x} ${to?.y}` })),
    all.map(({ x, y }) => s("circle", { class: "spot", cx: x, cy: y, r: R })),
    all.map(({ x, y, text }) => s("text", { class: "name", x, y: y + R * 2.1 }, text)),
  ];
}
