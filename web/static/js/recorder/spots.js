// Spots, and which regions meet at each: the nearest ones, until somebody says otherwise.

import { ask, button, fill, h, pair, words } from "../dom.js";
import { map, nameOf, nearestRegions, placeOf, regionsOf, somewhere, spotsOf, strokeBetween, tapped } from "./map.js";
import { onward } from "./parts.js";
import { changed, hold, newId, now, pick } from "./recording.js";

/** @param {SpotsLayer} layer @returns {Guided} */
export function spots(layer) {
  const all = spotsOf(layer.name);
  const spot = all.find((each) => each.id === now.picked);
  const more = all.length < layer.count;
  const onTap = (/** @type {Point} */ at, /** @type {HTMLElement} */ element) => {
    const hit = tapped(all, at, element);
    if (hit) pick(hit === now.picked ? null : hit);
    else if (spot) {
      if (regionsOf(layer.of).length) toggle(layer, spot, nearestRegions(layer.of, at)[0]);
    } else if (more) put(layer, at);
  };
  const stage = map(onTap, { strokes: strokes(layer), chosen: spot?.regions });
  if (spot) return { stage: [stage, list(layer, spot)], dock: changing(layer, spot) };
  return { stage: [stage], dock: more ? placing(layer) : [ask(layer.words.done), onward(null)] };
}

/** @type {(layer: SpotsLayer) => Child[]} */
function placing(layer) {
  const { length } = spotsOf(layer.name);
  const place = () => put(layer, somewhere(length, layer.count));
  return [
    ask(fill(layer.words.ask, { number: length + 1, most: layer.count })),
    onward(button(words.place_for_me, "", place, { data: { do: "place" } })),
  ];
}

/** @param {SpotsLayer} layer */
const strokes = (layer) =>
  spotsOf(layer.name).flatMap((spot) =>
    spot.regions.flatMap((id) => strokeBetween(spot.id === now.picked ? "" : "given", spot.at, placeOf(layer.of, id))),
  );

/** @type {(layer: SpotsLayer, at: Point) => void} */
function put(layer, at) {
  const all = spotsOf(layer.name);
  const spot = { id: newId("spot", all), regions: nearestRegions(layer.of, at).slice(0, layer.least), at };
  now.picked = spot.id;
  hold(layer.name, [...all, spot]);
}

/** @type {(layer: SpotsLayer, spot: DraftSpot, id: string) => void} */
function toggle(layer, spot, id) {
  if (spot.regions.includes(id)) spot.regions = spot.regions.filter((each) => each !== id);
  else spot.regions = [...spot.regions, id].slice(-layer.meet);
  changed();
}

/** @type {(layer: SpotsLayer, spot: DraftSpot) => HTMLElement} */
const list = (layer, spot) =>
  h(
    "div",
    { class: "choices", data: { columns: 2 } },
    regionsOf(layer.of).map(({ id }) =>
      button(nameOf(layer.of, id), "", () => toggle(layer, spot, id), {
        data: { region: id },
        "aria-pressed": String(spot.regions.includes(id)),
      }),
    ),
  );

/** @type {(layer: SpotsLayer, spot: DraftSpot) => Child[]} */
const changing = (layer, spot) => [
  ask(layer.words.which),
  h("p", { class: "label" }, spot.regions.map((id) => nameOf(layer.of, id)).join(" · ")),
  pair(
    button(words.remove, "danger", () => remove(layer, spot), { data: { do: "remove" } }),
    button(words.right, spot.regions.length >= layer.least ? "primary" : "", () => pick(null), {
      data: { do: "right" },
    }),
  ),
];

/** @type {(layer: SpotsLayer, spot: DraftSpot) => void} */
function remove({ name }, spot) {
  now.picked = null;
  hold(
    name,
    spotsOf(name).filter((each) => each !== spot),
  );
}
