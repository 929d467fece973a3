// The mountain from above, a unit a square: its tiers, what lies there, what was dug and by whom, and all that stands
// in it. It only draws.

import { painted, s } from "/static/js/dom.js";

/** @typedef {{ mountain: HallMountain, seats: Seat[], open: boolean, photo: string | null }} DrawnMountain */

/** @type {(cell: Cell) => string} */
export const key = ([column, row]) => `${column},${row}`;

/** Whole squares, as one path. @type {(cells: Cell[]) => string} */
const squares = (cells) => cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");

/** The edge around some squares, without what is between them. @type {(cells: Cell[]) => string} */
function edge(cells) {
  const within = new Set(cells.map(key));
  /** @type {(x: number, y: number) => boolean} */
  const free = (x, y) => !within.has(`${x},${y}`);
  return cells
    .map(
      ([x, y]) =>
        (free(x, y - 1) ? `M${x} ${y}h1` : "") +
        (free(x, y + 1) ? `M${x} ${y + 1}h1` : "") +
        (free(x - 1, y) ? `M${x} ${y}v1` : "") +
        (free(x + 1, y) ? `M${x + 1} ${y}v1` : ""),
    )
    .join("");
}

/** @type {(name: string, cell: Cell, size: number, kind?: string, right?: number, down?: number) => SVGElement} */
const use = (name, [x, y], size, kind = "", right = 0.5, down = 0.5) =>
  s("use", {
    href: `#hall-${name}`,
    x: x + right - size / 2,
    y: y + down - size / 2,
    width: size,
    height: size,
    class: kind,
  });

/** @type {(said: string, cell: Cell, kind: string) => SVGElement} */
const letters = (said, [x, y], kind) => s("text", { class: kind, x: x + 0.5, y: y + 0.53 }, said);

/** By tier, "#" for the heart. @type {(tiers: string[]) => Map<string, Cell[]>} */
function byTier(tiers) {
  /** @type {Map<string, Cell[]>} */
  const found = new Map();
  for (const [row, line] of tiers.entries())
    for (const [column, tier] of [...line].entries())
      if (tier !== ".") found.set(tier, [...(found.get(tier) ?? []), [column, row]]);
  return found;
}

/** `open` while start points may be chosen. @type {(drawn: DrawnMountain) => Child[]} */
export function mountainDrawing({ mountain, seats, open, photo }) {
  const { columns, tiers } = mountain;
  const all = byTier(tiers);
  const heart = all.get("#") ?? [];
  const middle = /** @type {Cell} */ (heart[Math.floor(heart.length / 2)]);
  return [
    stripes(mountain.parts, seats),
    photo
      ? s("image", { href: photo, width: columns, height: tiers.length, preserveAspectRatio: "none" })
      : s("rect", { class: "beyond", width: columns, height: tiers.length }),
    [...all].map(([tier, cells]) =>
      s("path", { class: `${tier === "#" ? "heart" : `tier-${tier}`}${photo ? " seen" : ""}`, d: squares(cells) }),
    ),
    s("path", { class: "lines", d: lines(all) }),
    [...all.values()].map((cells) => s("path", { class: "tier-edge", d: edge(cells) })),
    middle ? use("heart", middle, Math.min(2.4, Math.sqrt(heart.length)), "heart-mark") : null,
    tierMarks(mountain, all),
    lying(mountain),
    open ? mountain.starts.map(({ at, players }) => start(at, players)) : null,
    mountain.parts.map((part) => dug(part, seats)),
    standing(mountain),
  ];
}

/** @type {(all: Map<string, Cell[]>) => string} */
const lines = (all) =>
  [...all]
    .filter(([tier]) => tier !== "#")
    .flatMap(([, cells]) => cells.map(([x, y]) => `M${x} ${y}h1v1`))
    .join("");

/**
 * The number of a tier, where its ring crosses the middle of the mountain, so that nobody needs its colour.
 * @type {(mountain: HallMountain, all: Map<string, Cell[]>) => Child[]}
 */
function tierMarks(mountain, all) {
  const { columns, tiers } = mountain;
  const bare = new Set(freeSquares(mountain).map(key));
  const [middle, centre] = [(columns - 1) / 2, (tiers.length - 1) / 2];
  const near = (/** @type {Cell} */ [x, y]) => Math.min(Math.abs(x - middle), Math.abs(y - centre));
  return [...all]
    .filter(([tier]) => tier !== "#")
    .flatMap(([tier, cells]) => {
      const free = cells.filter((cell) => bare.has(key(cell))).sort((one, other) => near(one) - near(other));
      const sides = [
        free.find(([x]) => x < middle - 1),
        free.find(([x]) => x > middle + 1),
        free.find(([, y]) => y < centre - 1),
        free.find(([, y]) => y > centre + 1),
      ];
      return [...new Set(sides)].flatMap((cell) => (cell ? letters(tier, cell, "tier-mark") : []));
    });
}

/** Where nothing lies or stands. @type {(mountain: HallMountain) => Cell[]} */
function freeSquares({ tiers, rubble, buried, sites, starts, parts, statues }) {
  const full = new Set(
    [
      ...rubble,
      ...sites,
      ...[...buried, ...starts, ...statues].map(({ at }) => at),
      ...parts.flatMap(({ cells }) => cells),
    ].map(key),
  );
  return [...byTier(tiers).values()].flat().filter((cell) => !full.has(key(cell)));
}

/** @type {(mountain: HallMountain) => Child[]} */
function lying({ rubble, buried, sites, workshops }) {
  const built = new Set(workshops.map(({ at }) => key(at)));
  return [
    rubble.map((cell) => [
      s("path", { class: "rubble-ground", d: squares([cell]) }),
      use("rubble", cell, 0.92, "rubble"),
    ]),
    buried.map(({ at, goods }) =>
      goods.length > 1
        ? goods.map((good, index) => use(good, at, 0.54, `good ${good}`, 0.28 + 0.44 * index, 0.28 + 0.44 * index))
        : use(goods[0], at, 0.72, `good ${goods[0]}`),
    ),
    sites
      .filter((cell) => !built.has(key(cell)))
      .map(([x, y]) => [
        s("rect", { class: "site", x: x + 0.1, y: y + 0.1, width: 0.8, height: 0.8, rx: 0.14 }),
        use("workshop", [x, y], 0.6, "site-mark"),
      ]),
  ];
}

/** @type {(cell: Cell, players: number) => Child[]} */
const start = ([x, y], players) => [
  s("circle", { class: "start", cx: x + 0.5, cy: y + 0.5, r: 0.42 }),
  letters(String(players), [x, y], "start-mark"),
];

/** @type {(part: MountainPart, seats: Seat[]) => SVGElement} */
function dug({ kind, cells, owners, seat, altar }, seats) {
  const [first, second] = owners;
  const whose = owners.length ? seats[first].colour : "nobodys";
  const ground = s("path", { class: "ground", d: squares(cells) });
  if (second !== undefined) ground.setAttribute("fill", `url(#stripes-${first}-${second})`);
  const drawn = s(
    "g",
    {
      class: `dug ${kind} ${whose}${second === undefined ? "" : " both"}`,
    },
    ground,
    s("path", { class: "wall", d: edge(cells) }),
    s("path", { class: "seam", d: edge(cells) }),
    kind === "gate" && seat !== null
      ? [use("gate", cells[0], 0.98, "gate-mark"), letters(seats[seat].initial, cells[0], "whose")]
      : null,
    altar ? use("altar", altar, 0.86, "altar") : null,
  );
  return owners.length ? painted(drawn, seats[kind === "gate" && seat !== null ? seat : first]) : drawn;
}

/** Partners whose networks are joined share what is in them. @type {(parts: MountainPart[], seats: Seat[]) => Child} */
function stripes(parts, seats) {
  const pairs = new Map(
    parts.filter(({ owners }) => owners.length > 1).map(({ owners }) => [owners.join("-"), owners]),
  );
  return [...pairs].map(([name, [first, second]]) =>
    s(
      "pattern",
      {
        id: `stripes-${name}`,
        width: 0.5,
        height: 0.5,
        patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)",
      },
      s("rect", { width: 0.5, height: 0.5, fill: seats[first].rgb }),
      s("rect", { width: 0.25, height: 0.5, fill: seats[second].rgb }),
    ),
  );
}

/** Two letters of a name: of its first and its last word, where it has several. @type {(name: string) => string} */
function briefly(name) {
  const all = name.split(/[\s'’-]+/);
  return all.length > 1 ? `${all[0][0]}${all.at(-1)?.[0].toUpperCase()}` : name.slice(0, 2);
}

/** @type {(mountain: HallMountain) => Child[]} */
function standing({ workshops, pedestals, statues }) {
  const raised = new Set(pedestals.map(({ at }) => key(at)));
  return [
    workshops.map(({ name, at: [x, y] }) => [
      s("rect", { class: "workshop", x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.16 }),
      letters(briefly(name), [x, y], "workshop-mark"),
    ]),
    pedestals.map(({ clan, at: [x, y] }) => [
      s("rect", { class: "pedestal", x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.1 }),
      use(clan, [x, y], 0.7, "pedestal-mark"),
    ]),
    statues.map(({ clan, at: [x, y] }) => [
      s("circle", { class: `statue ${clan}`, cx: x + 0.5, cy: y + 0.5, r: raised.has(key([x, y])) ? 0.36 : 0.43 }),
      use(clan, [x, y], raised.has(key([x, y])) ? 0.5 : 0.6, `statue-mark ${clan}`),
    ]),
  ];
}
