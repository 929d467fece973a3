// Borders: two regions that touch, tapped one after the other; those that meet at a spot are known already.

import { $, ask, button, fill, h, icon, within, words } from "../dom.js";
import { refuse } from "../prompts.js";
import { bordersOf, map, nameOf, nearestRegions, placeOf, regionsOf, spotsOf, strokeBetween } from "./map.js";
import { onward } from "./parts.js";
import { hold, now, pick, show } from "./recording.js";

/** @type {(pair: string[], one: string, other: string) => boolean} */
const same = (pair, one, other) => pair.includes(one) && pair.includes(other);
/** @type {(layer: BordersLayer, pair: string[]) => string} */
const named = (layer, pair) => pair.map((id) => nameOf(layer.of, id)).join(" – ");
/** @type {(layer: BordersLayer) => DraftSpot[]} */
const meetings = (layer) => (layer.spots ? spotsOf(layer.spots) : []);

/** @param {BordersLayer} layer @returns {Guided} */
export function borders(layer) {
  const regions = regionsOf(layer.of);
  const buttons = regions.map(({ id }) =>
    button(nameOf(layer.of, id), "", () => choose(layer, id), { data: { region: id } }),
  );
  const onTap = (/** @type {Point} */ at) => regions.length && choose(layer, nearestRegions(layer.of, at)[0]);
  const { ask: first, second } = layer.words;
  return {
    stage: [
      map(onTap, { strokes: strokes(layer), quiet: true }),
      h(
        "ul",
        { class: "rows" },
        bordersOf(layer.name).map((pair) => row(layer, pair)),
      ),
      h("div", { class: "choices", data: { columns: 2 } }, buttons),
    ],
    dock: [ask(now.picked ? fill(second, { region: nameOf(layer.of, now.picked) }) : first), onward()],
  };
}

/** @type {(layer: BordersLayer, id: string) => void} */
function choose(layer, id) {
  const one = now.picked;
  if (!one || one === id) return pick(one ? null : id);
  now.picked = null;
  if (meetings(layer).some((spot) => same(spot.regions, one, id))) {
    show();
    return refuse(within($("dock"), ".ask"), layer.words.met);
  }
  const all = bordersOf(layer.name);
  const known = all.find((pair) => same(pair, one, id));
  return known ? drop(layer, known) : hold(layer.name, [...all, [one, id]]);
}

/** @type {(layer: BordersLayer, pair: string[]) => void} */
const drop = (layer, pair) =>
  hold(
    layer.name,
    bordersOf(layer.name).filter((each) => each !== pair),
  );

/** @type {(layer: BordersLayer, pair: string[]) => HTMLElement} */
const row = (layer, pair) =>
  h(
    "li",
    { class: "row" },
    h("span", { class: "grow" }, named(layer, pair)),
    button(icon("minus"), "quiet", () => drop(layer, pair), { "aria-label": `${words.remove}: ${named(layer, pair)}` }),
  );

/** @type {(layer: BordersLayer) => Stroke[]} */
function strokes(layer) {
  const met = meetings(layer).flatMap(({ regions }) =>
    regions.flatMap((one, index) => regions.slice(index + 1).map((other) => [one, other])),
  );
  const lines = (/** @type {string} */ kind, /** @type {string[][]} */ pairs) =>
    pairs.flatMap(([one, other]) => strokeBetween(kind, placeOf(layer.of, one), placeOf(layer.of, other)));
  return [...lines("given", met), ...lines("extra", bordersOf(layer.name))];
}
