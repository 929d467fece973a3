// What only Trollfjord's board has to be recorded: its planks; and what its rulebook says about the fjords.

import { bordersOf, regionsOf } from "/static/js/recorder/map.js";
import { planks } from "./recorder-planks.js";

export const steps = { planks };

/** The two fjords touch: the rulebook says so. @param {string} layer */
export function added(layer) {
  if (layer !== "regions") return;
  const fjords = regionsOf(layer)
    .filter(({ kind }) => kind === "fjord")
    .map(({ id }) => id);
  const borders = bordersOf("borders");
  if (fjords.length === 2 && !borders.some((pair) => fjords.every((id) => pair.includes(id)))) borders.push(fjords);
}
