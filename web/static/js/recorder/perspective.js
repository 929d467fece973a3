// A square seen from wherever the photo was taken: from its own rows and columns to the photo, and back.

/**
 * @typedef {object} Perspective
 * @property {(across: number, down: number) => Point} onto from shares of the square to the photo
 * @property {(at: Point) => Point} back from the photo to shares of the square; beyond 0 to 1 outside of it
 */

/** @typedef {[number, number, number, number, number, number, number, number, number]} Matrix */

/**
 * The square whose corners lie there: top left, top right, bottom right, bottom left.
 * @type {(corners: GridCorners) => Perspective}
 */
export function perspective(corners) {
  const forth = matrix(corners);
  const home = inverse(forth);
  return { onto: (across, down) => applied(forth, across, down), back: ([x, y]) => applied(home, x, y) };
}

/** @type {(corners: GridCorners) => Matrix} */
function matrix([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [ax, ay] = [x1 - x2, y1 - y2];
  const [bx, by] = [x3 - x2, y3 - y2];
  const [cx, cy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const whole = ax * by - bx * ay;
  const g = (cx * by - bx * cy) / whole;
  const h = (ax * cy - cx * ay) / whole;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

/** Up to a factor, which does not matter here. @type {(matrix: Matrix) => Matrix} */
const inverse = ([a, b, c, d, e, f, g, h, i]) => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

/** @type {(matrix: Matrix, x: number, y: number) => Point} */
function applied([a, b, c, d, e, f, g, h, i], x, y) {
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

/**
 * Whether these are corners of a shape without a dent, in their order: else no square looks like it.
 * @type {(corners: GridCorners) => boolean}
 */
export function convex(corners) {
  const turns = corners.map(([x, y], index) => {
    const [bx, by] = corners[(index + 1) % 4];
    const [cx, cy] = corners[(index + 2) % 4];
    return (bx - x) * (cy - by) - (by - y) * (cx - bx);
  });
  return turns.every((turn) => turn > 1e-4);
}
