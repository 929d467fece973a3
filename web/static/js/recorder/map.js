// The map of the board that is being recorded, and the names of what stands on it.

import { boardMap, distance, nearest, rounded } from "../board-map.js";
import { fill, words } from "../dom.js";
import { textOf } from "./parts.js";
import { given, held, now, PAGE } from "./recording.js";

const NEAR = 26; // pixels from a mark that still mean it

/** @type {(draft: BoardDraft) => string | null} */
export const photoOf = (draft) => (draft.photo ? `${PAGE}/photo/${draft.photo}.jpg` : null);

/**
 * The sheet or the photo, with nothing on it yet.
 * @param {(at: Point, element: HTMLElement) => unknown} onTap
 */
export function sheet(onTap) {
  const { draft } = now;
  const view = boardMap({ photo: photoOf(draft), ratio: draft.aspect }, words.map, (at) => onTap(at, view.element));
  if (!draft.photo) view.element.classList.add("blank");
  return view;
}

/**
 * @param {(at: Point, element: HTMLElement) => unknown} onTap
 * @param {object} besides
 * @param {Stroke[]} [besides.strokes]
 * @param {boolean} [besides.quiet] this step does not ask about spots
 * @param {string[]} [besides.chosen] regions to point out
 */
export function map(onTap, { strokes = [], quiet = false, chosen = [] } = {}) {
  const view = sheet(onTap);
  const points = given.layers.flatMap((layer) => {
    if (layer.kind === "regions") return regionMarks(layer, chosen);
    return layer.kind === "spots" ? spotMarks(layer, quiet) : [];
  });
  view.show({ strokes, points });
  return view.element;
}

/** @type {(layer: RegionsLayer, chosen: string[]) => Mark[]} */
const regionMarks = (layer, chosen) =>
  regionsOf(layer.name).map((region) => ({
    at: region.at,
    kind: `region ${region.kind}${picked(region)}${chosen.includes(region.id) ? " asked" : ""}`,
    sign: region.kind,
    text: numberOf(layer, region),
    label: nameOf(layer.name, region.id),
    name: region.id,
  }));

/** @type {(layer: SpotsLayer, quiet: boolean) => Mark[]} */
const spotMarks = (layer, quiet) =>
  spotsOf(layer.name).map((spot, index) => ({
    at: spot.at,
    kind: `spot${picked(spot) || (quiet ? " quiet" : "")}`,
    text: String(index + 1),
    label: fill(layer.words.spot, { number: index + 1 }),
    name: spot.id,
  }));

/** @type {(layer: string) => DraftRegion[]} */
export const regionsOf = (layer) => held(layer);

/** @type {(layer: string) => DraftSpot[]} */
export const spotsOf = (layer) => held(layer);

/** @type {(layer: string) => string[][]} */
export const bordersOf = (layer) => held(layer);

/** @param {{ id: string }} each */
const picked = (each) => (each.id === now.picked ? " picked" : "");

/** @type {(things: { id: string, at: Point }[]) => Record<string, Point>} */
const placesOf = (things) => Object.fromEntries(things.map((each) => [each.id, each.at]));

/** @type {(layer: string, at: Point) => string[]} */
export const nearestRegions = (layer, at) => nearest(placesOf(regionsOf(layer)), at, now.draft.aspect);

/**
 * The one of these that was tapped, if any was.
 * @type {(things: { id: string, at: Point }[], at: Point, element: HTMLElement) => string | null}
 */
export function tapped(things, at, element) {
  const [near] = nearest(placesOf(things), at, now.draft.aspect);
  const found = things.find((each) => each.id === near);
  return found && distance(found.at, at, element) < NEAR ? found.id : null;
}

/**
 * A line between two places, if both are there.
 * @type {(kind: string, from: Point | undefined, to: Point | undefined) => Stroke[]}
 */
export const strokeBetween = (kind, from, to) => (from && to ? [{ kind, from, to }] : []);

/** @type {(layer: string, id: string) => Point | undefined} */
export const placeOf = (layer, id) => regionsOf(layer).find((each) => each.id === id)?.at;

/** @type {(layer: RegionsLayer, region: DraftRegion) => string} */
const numberOf = (layer, region) =>
  String(
    regionsOf(layer.name)
      .filter((each) => each.kind === region.kind)
      .indexOf(region) + 1,
  );

/** @type {(layer: string, id: string) => string} */
export function nameOf(layer, id) {
  const told = given.layers.find((each) => each.name === layer);
  const region = regionsOf(layer).find((each) => each.id === id);
  if (!region || told?.kind !== "regions") return id;
  return region.name || `${textOf(told.kinds, region.kind)} ${numberOf(told, region)}`;
}

/**
 * Where something goes that nobody wants to tap: round the sheet, one after the other.
 * @type {(index: number, count: number) => Point}
 */
export function somewhere(index, count) {
  const turn = (2 * Math.PI * index) / count;
  return [rounded(0.5 + 0.38 * Math.cos(turn)), rounded(0.5 + 0.38 * Math.sin(turn))];
}
