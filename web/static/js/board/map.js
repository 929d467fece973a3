// The map of the board that is being recorded, and the names of what stands on it.

import { fill, words } from "../dom.js";
import { boardMap, distance, nearest } from "../board-map.js";
import { now } from "./recording.js";

const NEAR = 26; // pixels from a mark that still mean it

export const photoOf = (draft) => (draft.photo ? `/host/board/photo/${draft.photo}.jpg` : null);

// `chosen` are regions to point out; `quiet` is what this step does not ask about.
export function map(onTap, { strokes = [], quiet = "", chosen = [] } = {}) {
  const { draft, picked } = now;
  const view = boardMap({ photo: photoOf(draft), ratio: draft.aspect }, words.map, (at) => onTap(at, view.element));
  if (!draft.photo) view.element.classList.add("blank");
  const kind = (each, part) => (each.id === picked ? " picked" : quiet === part ? " quiet" : "");
  view.show({
    strokes,
    points: [
      ...draft.regions.map((region) => ({
        at: region.at,
        kind: `region ${region.landscape}${kind(region, "regions")}${chosen.includes(region.id) ? " asked" : ""}`,
        sign: region.landscape,
        text: numberOf(region),
        label: nameOf(region.id),
        name: region.id,
      })),
      ...draft.spots.map((spot, index) => ({ at: spot.at, kind: `spot${kind(spot, "spots")}`, text: String(index + 1), label: fill(words.spot, { number: index + 1 }), name: spot.id })),
    ],
  });
  return view.element;
}

const placesOf = (things) => Object.fromEntries(things.map((each) => [each.id, each.at]));

export const nearestRegions = (at) => nearest(placesOf(now.draft.regions), at, now.draft.aspect);

// The one of these that was tapped, if any was.
export function tapped(things, at, element) {
  const [near] = nearest(placesOf(things), at, now.draft.aspect);
  const found = things.find((each) => each.id === near);
  return found && distance(found.at, at, element) < NEAR ? found.id : null;
}

export const placeOf = (id) => now.draft.regions.find((each) => each.id === id)?.at;

const numberOf = (region) => String(now.draft.regions.filter((each) => each.landscape === region.landscape).indexOf(region) + 1);

export function nameOf(id) {
  const region = now.draft.regions.find((each) => each.id === id);
  return region ? region.name || `${words.landscapes[region.landscape]} ${numberOf(region)}` : id;
}

// Where something goes that nobody wants to tap: round the sheet, one after the other.
export function somewhere(index, count) {
  const turn = (2 * Math.PI * index) / count;
  return [0.5 + 0.38 * Math.cos(turn), 0.5 + 0.38 * Math.sin(turn)].map((each) => Math.round(each * 1000) / 1000);
}
