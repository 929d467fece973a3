// Regions: each tapped on the map, so many of every kind.

import { ask, button, fill, h, pair, words } from "../dom.js";
import { bordersOf, map, regionsOf, somewhere, spotsOf, tapped } from "./map.js";
import { kindKeys, onward, textOf } from "./parts.js";
import { changed, given, hold, newId, noted, now, pick, show } from "./recording.js";

/** @type {(layer: RegionsLayer, kind: string) => number} */
const countOf = (layer, kind) => regionsOf(layer.name).filter((region) => region.kind === kind).length;
/** @type {(layer: RegionsLayer, kind: string) => boolean} */
const full = (layer, kind) => countOf(layer, kind) >= layer.of_each;

/** @param {RegionsLayer} layer @returns {Guided} */
export function regions(layer) {
  const all = regionsOf(layer.name);
  const open = layer.kinds.find(({ name }) => !full(layer, name))?.name;
  const next = now.kind && !full(layer, now.kind) ? now.kind : open;
  const region = all.find((each) => each.id === now.picked);
  const stage = map(
    (at, element) => {
      const hit = tapped(all, at, element);
      if (hit) pick(hit === now.picked ? null : hit);
      else if (region) move(region, at);
      else if (next) put(layer, next, at);
    },
    { quiet: true },
  );
  if (region) return { stage: [stage, ownName(layer, region)], dock: changing(layer, region) };
  return { stage: [stage], dock: next ? placing(layer, next) : [ask(layer.words.done), onward(null)] };
}

/** @type {(layer: RegionsLayer, next: string) => Child[]} */
function placing(layer, next) {
  const wanted = `${textOf(layer.kinds, next)} ${countOf(layer, next) + 1}`;
  const choose = (/** @type {string} */ kind) => {
    now.kind = kind;
    show();
  };
  const most = layer.of_each * layer.kinds.length;
  const place = () => put(layer, next, somewhere(regionsOf(layer.name).length, most));
  return [
    ask(fill(layer.words.ask, { kind: wanted })),
    kindKeys(layer.kinds, next, choose, (kind) => full(layer, kind)),
    onward(button(words.place_for_me, "", place, { data: { do: "place" } })),
  ];
}

/** @type {(layer: RegionsLayer, kind: string, at: Point) => void} */
function put({ name }, kind, at) {
  const all = regionsOf(name);
  hold(name, [...all, { id: newId(kind, all), kind, at, name: "" }]);
}

/** @type {(region: DraftRegion, at: Point) => void} */
function move(region, at) {
  region.at = at;
  now.picked = null;
  changed();
}

/** @type {(layer: RegionsLayer, region: DraftRegion) => HTMLElement} */
const ownName = (layer, region) =>
  h("input", {
    value: region.name,
    maxlength: 30,
    placeholder: layer.words.own_name,
    "aria-label": layer.words.own_name,
    oninput: ({ target }) => {
      region.name = target.value;
      noted();
    },
  });

/** @type {(layer: RegionsLayer, region: DraftRegion) => Child[]} */
function changing(layer, region) {
  const become = (/** @type {string} */ kind) => {
    region.kind = kind;
    changed();
  };
  return [
    ask(layer.words.change),
    kindKeys(layer.kinds, region.kind, become, () => false),
    pair(
      button(words.remove, "danger", () => remove(layer, region), { data: { do: "remove" } }),
      button(words.right, "primary", () => pick(null), { data: { do: "right" } }),
    ),
  ];
}

/** What spoke of it forgets it. @type {(layer: RegionsLayer, region: DraftRegion) => void} */
function remove({ name }, region) {
  for (const other of given.layers) {
    if (other.kind === "borders" && other.of === name)
      now.draft.layers[other.name] = bordersOf(other.name).filter((pair) => !pair.includes(region.id));
    if (other.kind === "spots" && other.of === name)
      for (const spot of spotsOf(other.name)) spot.regions = spot.regions.filter((id) => id !== region.id);
  }
  now.picked = null;
  hold(
    name,
    regionsOf(name).filter((each) => each !== region),
  );
}
