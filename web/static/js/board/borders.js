// Further borders: two regions that touch without a fortress between them, tapped one after the other.

import { $, fill, h, icon, words } from "../dom.js";
import { refuse } from "../asking.js";
import { map, nameOf, nearestRegions, placeOf } from "./map.js";
import { ask, button, onward } from "./parts.js";
import { changed, now, pick, show } from "./recording.js";

const same = (pair, one, other) => pair.includes(one) && pair.includes(other);
const named = (pair) => pair.map(nameOf).join(" – ");

export function borders() {
  const { draft, picked } = now;
  const buttons = draft.regions.map((region) => button(nameOf(region.id), () => choose(region.id), { region: region.id }));
  return {
    stage: [
      map((at) => draft.regions.length && choose(nearestRegions(at)[0]), { strokes: strokes(), quiet: "spots" }),
      h("ul", { class: "rows" }, draft.borders.map(row)),
      h("div", { class: "choices", data: { columns: 2 } }, buttons),
    ],
    dock: [ask(picked ? fill(words.ask_border_second, { region: nameOf(picked) }) : words.ask_border), onward()],
  };
}

function choose(id) {
  const one = now.picked;
  if (!one || one === id) return pick(one ? null : id);
  now.picked = null;
  if (now.draft.spots.some((spot) => same(spot.regions, one, id))) {
    show();
    return refuse($("dock").querySelector(".ask"), words.met);
  }
  const known = now.draft.borders.find((pair) => same(pair, one, id));
  if (known) return drop(known);
  now.draft.borders.push([one, id]);
  changed();
}

function drop(pair) {
  now.draft.borders = now.draft.borders.filter((each) => each !== pair);
  changed();
}

const row = (pair) =>
  h(
    "li",
    { class: "row" },
    h("span", { class: "grow" }, named(pair)),
    h("button", { class: "button quiet", type: "button", "aria-label": `${words.remove}: ${named(pair)}`, onclick: () => drop(pair) }, icon("minus")),
  );

function strokes() {
  const met = now.draft.spots.flatMap(({ regions: [a, b, c] }) => [[a, b], [b, c], [a, c]]);
  const lines = (kind, pairs) => pairs.filter((pair) => pair.every(placeOf)).map(([one, other]) => ({ kind, from: placeOf(one), to: placeOf(other) }));
  return [...lines("given", met), ...lines("extra", now.draft.borders)];
}
