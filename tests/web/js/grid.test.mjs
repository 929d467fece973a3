import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.mjs";

openPage({});
const { cellsOf, nameOf } = await import("../../../web/static/js/fields/bits.js");
const { nearest, onward } = await import("../../../web/static/js/fields/nearest.js");
const { Laying } = await import("../../../web/static/js/fields/laying.js");

/** As the table packs them. */
function bits(cells, columns, rows) {
  const bytes = new Uint8Array(Math.ceil((columns * rows) / 8));
  for (const [x, y] of cells) bytes[(y * columns + x) >> 3] |= 1 << ((y * columns + x) & 7);
  return btoa(String.fromCharCode(...bytes));
}

test("cells come out of the bits as they went in, with the names that people give them", () => {
  const cells = [
    [1, 0],
    [4, 0],
    [0, 3],
    [4, 3],
  ];
  assert.deepEqual(cellsOf(bits(cells, 5, 4), 5), cells);
  assert.deepEqual(cells.map(nameOf), ["B1", "E1", "A4", "E4"]);
  assert.deepEqual(
    [
      [25, 8],
      [26, 8],
      [701, 8],
      [702, 8],
    ].map(nameOf),
    ["Z9", "AA9", "ZZ9", "AAA9"],
  );
});

test("a finger means the nearest point, an arrow the next one that way", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 3, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 5 },
  ];
  assert.equal(nearest(points, { x: 2, y: 0.2 }), 1);
  assert.equal(nearest(points, { x: 0.9, y: 4 }), 3);
  assert.equal(nearest([], { x: 0, y: 0 }), -1);
  assert.equal(onward(points, 0, "ArrowRight"), 1);
  assert.equal(onward(points, 1, "ArrowLeft"), 0);
  assert.equal(onward(points, 0, "ArrowDown"), 2);
  assert.equal(onward(points, 2, "ArrowDown"), 3);
  assert.equal(onward(points, 0, "ArrowUp"), 0);
  assert.equal(onward(points, 3, "ArrowLeft"), 3);
});

const BAR = [
  [0, 0],
  [1, 0],
];
const ELL = [
  [0, 0],
  [0, 1],
  [1, 1],
];
const ALL = Array.from({ length: 16 }, (_, index) => [index % 4, Math.floor(index / 4)]);
const way = (turn, flipped, cells, legal) => ({ turn, flipped, cells, legal: bits(legal, 4, 4) });
const FIELD = {
  grid: { columns: 4, rows: 4, layers: [] },
  shapes: [
    {
      value: "ell",
      text: "Ell",
      lying: [
        way(
          0,
          false,
          ELL,
          ALL.filter(([x, y]) => x < 3 && y < 3),
        ),
        way(1, false, ELL, []),
        way(2, false, ELL, [[2, 2]]),
        way(0, true, ELL, [[1, 0]]),
      ],
    },
    { value: "bar", text: "Bar", lying: [way(0, false, BAR, [[0, 3]])] },
  ],
};

test("a shape turns and flips through the ways in which it may lie, and stays as near as it can", () => {
  const laying = new Laying(FIELD, undefined);
  assert.equal(laying.place, undefined);
  laying.at = nearest(laying.way.middles, { x: 1.6, y: 1.4 });
  assert.deepEqual(laying.place, { shape: "ell", at: [1, 0], turn: 0, flipped: false });
  assert.deepEqual(laying.covered, [
    [1, 0],
    [1, 1],
    [2, 1],
  ]);
  laying.turn();
  assert.deepEqual(laying.place, { shape: "ell", at: [2, 2], turn: 2, flipped: false });
  laying.turn();
  assert.deepEqual(laying.place, { shape: "ell", at: [2, 2], turn: 0, flipped: false });
  laying.flip();
  assert.deepEqual(laying.place, { shape: "ell", at: [1, 0], turn: 0, flipped: true });
  laying.take(1);
  assert.deepEqual(laying.place, { shape: "bar", at: [0, 3], turn: 0, flipped: false });
  laying.turn();
  laying.flip();
  assert.deepEqual(laying.place, { shape: "bar", at: [0, 3], turn: 0, flipped: false });
});

test("what was laid before lies there again", () => {
  const place = { shape: "ell", at: [1, 0], turn: 0, flipped: true };
  assert.deepEqual(new Laying(FIELD, place).place, place);
});

test("cells hang together side by side, over bridges, or with one that is beside every other", async () => {
  const { joining } = await import("../../../web/static/js/fields/together.js");
  const bridge = [
    [1, 1],
    [2, 1],
    [3, 1],
  ];
  const hang = joining({ over: bits(bridge, 5, 4), anywhere: bits([[4, 3]], 5, 4) }, 5);
  const pairs = [
    [
      [0, 0],
      [1, 0],
    ],
    [
      [1, 0],
      [3, 0],
    ],
    [
      [0, 0],
      [3, 0],
    ],
    [
      [0, 0],
      [4, 3],
    ],
  ];
  assert.deepEqual(pairs.map(hang), [true, true, false, true]);
});
