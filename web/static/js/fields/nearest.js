// Which of many points is meant by a finger or by an arrow; it draws nothing.

/** @typedef {{ x: number, y: number }} At */

const ASIDE = 2; // how much further a point seems that lies aside of the arrow

/** @type {Record<string, [x: number, y: number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowRight: [1, 0] };

/** The index of the point nearest to a place; none of none. @type {(points: At[], place: At) => number} */
export function nearest(points, { x, y }) {
  return least(points, (point) => (point.x - x) ** 2 + (point.y - y) ** 2);
}

/**
 * The index of the next point in the direction of an arrow, or the same one if there is none.
 * @type {(points: At[], from: number, arrow: string) => number}
 */
export function onward(points, from, arrow) {
  const [right, down] = ARROWS[arrow];
  const { x, y } = points[from];
  const found = least(points, (point) => {
    const ahead = (point.x - x) * right + (point.y - y) * down;
    const aside = Math.abs((point.x - x) * down) + Math.abs((point.y - y) * right);
    return ahead > 0 && aside <= ahead * ASIDE ? ahead + aside * ASIDE : Infinity;
  });
  return found < 0 ? from : found;
}

/** @type {(points: At[], cost: (point: At) => number) => number} */
function least(points, cost) {
  let found = -1;
  let lowest = Infinity;
  for (const [index, point] of points.entries()) {
    const price = cost(point);
    if (price < lowest) [found, lowest] = [index, price];
  }
  return found;
}
