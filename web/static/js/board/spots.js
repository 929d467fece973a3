// The six fortress spots, and which three regions meet at each: the nearest three, until somebody says otherwise.

import { fill, h, words } from "../dom.js";
import { map, nameOf, nearestRegions, placeOf, somewhere, tapped } from "./map.js";
import { ask, button, onward } from "./parts.js";
import { changed, newId, now, pick } from "./recording.js";

export function spots() {
  const { draft } = now;
  const spot = draft.spots.find((each) => each.id === now.picked);
  const onTap = (at, element) => {
    const hit = tapped(draft.spots, at, element);
    if (hit) return pick(hit === now.picked ? null : hit);
    if (spot) return draft.regions.length ? toggle(spot, nearestRegions(at)[0]) : null;
    if (draft.spots.length < words.spots) put(at);
  };
  const stage = [map(onTap, { strokes: strokes(), chosen: spot?.regions })];
  if (spot) return { stage: [...stage, list(spot)], dock: changing(spot) };
  const more = draft.spots.length < words.spots;
  return {
    stage,
    dock: [
      ask(more ? fill(words.ask_spot, { number: draft.spots.length + 1, most: words.spots }) : words.ask_spots_done),
      onward(more ? button(words.place_for_me, () => put(somewhere(draft.spots.length, words.spots)), { do: "place" }) : null),
    ],
  };
}

const strokes = () =>
  now.draft.spots.flatMap((spot) => spot.regions.filter(placeOf).map((id) => ({ kind: spot.id === now.picked ? "" : "given", from: spot.at, to: placeOf(id) })));

function put(at) {
  const spot = { id: newId("spot", now.draft.spots), regions: nearestRegions(at).slice(0, 3), at };
  now.draft.spots.push(spot);
  now.picked = spot.id;
  changed();
}

function toggle(spot, id) {
  if (spot.regions.includes(id)) spot.regions = spot.regions.filter((each) => each !== id);
  else spot.regions = [...spot.regions.slice(-2), id];
  changed();
}

const list = (spot) =>
  h(
    "div",
    { class: "choices", data: { columns: 2 } },
    now.draft.regions.map((region) =>
      h("button", { class: "button", type: "button", data: { region: region.id }, "aria-pressed": String(spot.regions.includes(region.id)), onclick: () => toggle(spot, region.id) }, nameOf(region.id)),
    ),
  );

const changing = (spot) => [
  ask(words.which_regions),
  h("p", { class: "label" }, spot.regions.map(nameOf).join(" · ")),
  h(
    "div",
    { class: "pair" },
    button(words.remove, () => remove(spot), { do: "remove" }, "danger"),
    button(words.right, () => pick(null), { do: "right" }, spot.regions.length === 3 ? "primary" : ""),
  ),
];

function remove(spot) {
  now.draft.spots = now.draft.spots.filter((each) => each !== spot);
  now.picked = null;
  changed();
}
