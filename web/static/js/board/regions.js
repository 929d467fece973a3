// The twelve regions: each tapped on the map, two of every landscape.

import { fill, h, words } from "../dom.js";
import { map, somewhere, tapped } from "./map.js";
import { ask, button, landscapeKeys, onward } from "./parts.js";
import { changed, newId, noted, now, pick, show } from "./recording.js";

const countOf = (landscape) => now.draft.regions.filter((region) => region.landscape === landscape).length;
const full = (landscape) => countOf(landscape) >= words.of_each;

export function regions() {
  const { draft } = now;
  const next = now.landscape && !full(now.landscape) ? now.landscape : words.kinds.find((each) => !full(each));
  const region = draft.regions.find((each) => each.id === now.picked);
  const onTap = (at, element) => {
    const hit = tapped(draft.regions, at, element);
    if (hit) return pick(hit === now.picked ? null : hit);
    if (region) move(region, at);
    else if (next) put(next, at);
  };
  const stage = [map(onTap, { quiet: "spots" })];
  if (region) return { stage: [...stage, ownName(region)], dock: changing(region) };
  const place = () => put(next, somewhere(draft.regions.length, words.of_each * words.kinds.length));
  return {
    stage,
    dock: [
      ask(next ? fill(words.ask_region, { landscape: `${words.landscapes[next]} ${countOf(next) + 1}` }) : words.ask_regions_done),
      next ? landscapeKeys(next, (each) => ((now.landscape = each), show()), full) : null,
      onward(next ? button(words.place_for_me, place, { do: "place" }) : null),
    ],
  };
}

function put(landscape, at) {
  now.draft.regions.push({ id: newId(landscape, now.draft.regions), landscape, at, name: "" });
  joinFjords();
  changed();
}

function move(region, at) {
  region.at = at;
  now.picked = null;
  changed();
}

// The two fjords touch: the rulebook says so.
function joinFjords() {
  const { regions, borders } = now.draft;
  const fjords = regions.filter((region) => region.landscape === "fjord").map((region) => region.id);
  if (fjords.length === 2 && !borders.some((pair) => fjords.every((id) => pair.includes(id)))) borders.push(fjords);
}

const ownName = (region) =>
  h("input", { value: region.name, maxlength: 30, placeholder: words.own_name, "aria-label": words.own_name, oninput: (event) => ((region.name = event.target.value), noted()) });

const changing = (region) => [
  ask(words.region_is),
  landscapeKeys(region.landscape, (each) => ((region.landscape = each), changed()), () => false),
  h("div", { class: "pair" }, button(words.remove, () => remove(region), { do: "remove" }, "danger"), button(words.right, () => pick(null), { do: "right" }, "primary")),
];

function remove(region) {
  const { draft } = now;
  draft.regions = draft.regions.filter((each) => each !== region);
  draft.borders = draft.borders.filter((pair) => !pair.includes(region.id));
  for (const spot of draft.spots) spot.regions = spot.regions.filter((id) => id !== region.id);
  now.picked = null;
  changed();
}
