// A grid on a photo that was taken at a slant: what is straight stays straight, and every square is found again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { convex, perspective } from "../../../web/static/js/recorder/perspective.js";

const SLANTED = [
  [0.2, 0.1],
  [0.8, 0.15],
  [0.95, 0.9],
  [0.05, 0.8],
];

const near = ([x, y], [a, b]) => assert.ok(Math.hypot(x - a, y - b) < 1e-9, `${x},${y} is not ${a},${b}`);

test("the corners of the square are the corners on the photo", () => {
  const { onto } = perspective(SLANTED);
  near(onto(0, 0), SLANTED[0]);
  near(onto(1, 0), SLANTED[1]);
  near(onto(1, 1), SLANTED[2]);
  near(onto(0, 1), SLANTED[3]);
});

test("whatever is tapped is found again, also beyond the edge", () => {
  const { onto, back } = perspective(SLANTED);
  for (const across of [-0.2, 0, 0.25, 0.5, 1, 1.1])
    for (const down of [-0.1, 0, 0.3, 0.99, 1]) near(back(onto(across, down)), [across, down]);
});

test("rows and columns stay straight, and the middle is where the diagonals cross", () => {
  const { onto } = perspective(SLANTED);
  const [[ax, ay], [bx, by], [cx, cy]] = [onto(0, 0.4), onto(0.7, 0.4), onto(1, 0.4)];
  assert.ok(Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-12);
  const [x, y] = onto(0.5, 0.5);
  for (const [one, other] of [
    [SLANTED[0], SLANTED[2]],
    [SLANTED[1], SLANTED[3]],
  ])
    assert.ok(Math.abs((other[0] - one[0]) * (y - one[1]) - (other[1] - one[1]) * (x - one[0])) < 1e-12);
});

test("a board seen straight from above is a plain grid", () => {
  const straight = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  near(perspective(straight).onto(0.3, 0.7), [0.3, 0.7]);
});

test("corners that cross, or a dent, are no square", () => {
  assert.ok(convex(SLANTED));
  assert.ok(!convex([SLANTED[1], SLANTED[0], SLANTED[2], SLANTED[3]]));
  assert.ok(!convex([SLANTED[0], SLANTED[1], [0.4, 0.3], SLANTED[3]]));
});
