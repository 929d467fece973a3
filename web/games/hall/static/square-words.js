// What is in a square of the mountain, in words.

import { fill, words } from "/static/js/dom.js";
import { nameOf } from "/static/js/fields/bits.js";
import { key } from "./mountain-drawing.js";

/** @type {(cell: Cell, mountain: HallMountain, seats: Seat[]) => string} */
export function squareInWords(cell, mountain, seats) {
  const here = (/** @type {{ at: Cell }} */ { at }) => key(at) === key(cell);
  const lies = (/** @type {Cell[]} */ cells) => cells.some((each) => key(each) === key(cell));
  const tier = mountain.tiers[cell[1]]?.[cell[0]] ?? ".";
  const part = mountain.parts.find(({ cells }) => lies(cells));
  const workshop = mountain.workshops.find(here);
  const goods = part ? [] : (mountain.buried.find(here)?.goods ?? []);
  const found = [
    ground(tier),
    part ? dug(part, seats) : null,
    part?.altar && key(part.altar) === key(cell) ? words.altar : null,
    !part && mountain.starts.some(here) ? words.start_point : null,
    lies(mountain.rubble) ? words.rubble : null,
    goods.length ? fill(words.buried, { goods: goods.map((good) => words[`good_${good}`]).join(", ") }) : null,
    workshop?.name ?? (lies(mountain.sites) ? words.site : null),
    ...mountain.pedestals.filter(here).map(({ clan }) => words[`pedestal_${clan}`]),
    ...mountain.statues.filter(here).map(({ clan }) => words[`statue_${clan}`]),
  ];
  return `${nameOf(cell)} · ${found.filter(Boolean).join(" · ")}`;
}

/** @type {(tier: string) => string} */
function ground(tier) {
  if (tier === "#") return words.heart;
  if (tier === ".") return words.outside;
  return fill(words.tier_worth, { tier: words[`tier_${tier}`], honour: 2 * Number(tier) });
}

/** @type {(part: MountainPart, seats: Seat[]) => string} */
function dug({ kind, name, owners }, seats) {
  const whose = owners.length
    ? fill(words.network_of, { name: owners.map((seat) => seats[seat].name).join(", ") })
    : words.nobodys;
  if (kind === "hall") return `${name} · ${whose}`;
  return kind === "gate" ? `${words.gate} · ${whose}` : whose;
}
