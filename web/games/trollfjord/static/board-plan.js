// The plan of the board on the table, fetched once a game, and where its places are on the drawing.

import { look } from "/static/js/requests.js";

export const WIDE = 1000;
export const EDGE = 84; // the walkway's width

/** @typedef {ReturnType<typeof placer>} Places */

/** @type {Plan | null} */
let plan = null;
/** @type {number | null} */
let planOf = null;

/**
 * The plan of the game that began then; where it is not here yet, `arrived` is called when it is.
 * @type {(began: number, arrived: () => void) => Plan | null}
 */
export function planFor(began, arrived) {
  if (planOf !== began) fetchPlan(began).then(() => plan && arrived());
  return plan;
}

/** @param {number} began */
async function fetchPlan(began) {
  planOf = began;
  plan = null;
  const told = /** @type {Plan | null} */ (await look(`/plan.json?${began}`));
  if (told) plan = told;
  else planOf = null;
}

/**
 * For a page that knows the plan already: a past game's board need not be the one on the table.
 * @param {number} began
 * @param {Plan} known
 */
export function usePlan(began, known) {
  planOf = began;
  plan = known;
}

/** From shares of the map to places on the drawing. @param {number} ratio @param {number} spaces */
export function placer(ratio, spaces) {
  const wide = WIDE - 2 * EDGE;
  const tall = wide / ratio;
  const high = tall + 2 * EDGE;
  /** @type {(point: Point) => Point} */
  const at = ([x, y]) => [EDGE + x * wide, EDGE + y * tall];
  /** Along the walkway, so far within the edge of the drawing. @type {(space: number, inset: number) => Point} */
  const along = (space, inset) => {
    const [right, below] = [WIDE - inset, high - inset];
    const [across, down] = [right - inset, below - inset];
    const share = ((space + 0.5) / spaces) % 1;
    const way = (share < 0 ? share + 1 : share) * 2 * (across + down);
    if (way < across) return [inset + way, inset];
    if (way < across + down) return [right, inset + way - across];
    if (way < 2 * across + down) return [right - (way - across - down), below];
    return [inset, below - (way - 2 * across - down)];
  };
  return { at, along, high, wide, tall };
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box around its middle */

/**
 * Where a label lies free of these: moved the short way out from under each, as far as it takes.
 * @type {(label: Box, others: Box[]) => Point}
 */
export function freeOf({ x, y, width, height }, others) {
  for (const other of others) {
    const [across, down] = [x - other.x, y - other.y];
    const [right, below] = [(width + other.width) / 2 - Math.abs(across), (height + other.height) / 2 - Math.abs(down)];
    if (right <= 0 || below <= 0) continue;
    if (right < below) x += across < 0 ? -right : right;
    else y += down < 0 ? -below : below;
  }
  return [x, y];
}
