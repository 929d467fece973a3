// The mountain from above: caverns in the colours and signs of their clans around the volcano, who stands there, and
// the ways of the last invaders, numbered in their order. It knows no rule.

import { painted, s, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

const WIDE = 1000;
const CAVERN = 56;
const DEN = 46;
const HALL = 34;
const PIECE = 22;

/** @type {(name: string, x: number, y: number, size: number, kind?: string) => SVGElement} */
const use = (name, x, y, size, kind = "") =>
  s("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, class: kind });

/** @type {(said: string, x: number, y: number, size: number, kind?: string) => SVGElement} */
const text = (said, x, y, size, kind = "") =>
  s("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle", "dominant-baseline": "central" }, said);

/** In `root`. @type {(root: HTMLElement) => (view: FallShown) => void} */
export function mountainIn(root) {
  const drawing = s("svg", { class: "mountain-map", role: "group" });
  root.append(drawing);
  return (view) => {
    if (!view.scene.map) return;
    drawing.setAttribute("viewBox", `0 0 ${WIDE} ${WIDE / view.scene.map.aspect}`);
    drawing.setAttribute("aria-label", words.peak);
    draw(drawing, view, (seen) => mountainOf(seen));
  };
}

/** All of it, a thousand wide. @type {(view: FallShown) => Child} */
export function mountainOf({ scene, seats, seat }) {
  const { map, ways } = scene;
  if (!map) return null;
  const high = WIDE / map.aspect;
  const at = (/** @type {[number, number]} */ [x, y]) => /** @type {[number, number]} */ ([x * WIDE, y * high]);
  const places = new Map(map.places.map((place) => [place.id, place]));
  const middle = /** @type {(id: string) => [number, number]} */ ((id) => at(places.get(id)?.at ?? [0, 0]));
  return [
    map.photo
      ? s("image", { href: map.photo, width: WIDE, height: high, preserveAspectRatio: "none", class: "photo" })
      : volcano(high),
    map.paths.map(([from, to]) =>
      s("path", { class: "tunnel", d: `M${middle(from).join(" ")}L${middle(to).join(" ")}` }),
    ),
    doors(map, middle),
    map.places.map((place) => placeOf(place, at(place.at), seats, seat)),
    ways.map((way, index) => wayOf(way, index, middle)),
  ];
}

/** Nobody goes in there. @type {(high: number) => Child} */
const volcano = (high) => [
  s("circle", { class: "slope", cx: WIDE / 2, cy: high / 2, r: WIDE * 0.495 }),
  s("circle", { class: "crater", cx: WIDE / 2, cy: high / 2, r: 62 }),
  s("circle", { class: "lava", cx: WIDE / 2, cy: high / 2, r: 34 }),
];

/**
 * From a rally point into the caverns with a door.
 * @type {(map: FallMap, middle: (id: string) => [number, number]) => Child}
 */
const doors = ({ places }, middle) =>
  places
    .filter(({ kind }) => kind === "rally")
    .flatMap((rally) =>
      places
        .filter(({ kind, door, clan }) => kind === "cavern" && door && clan === rally.clan)
        .map((cavern) =>
          s("path", { class: "entry", d: `M${middle(rally.id).join(" ")}L${middle(cavern.id).join(" ")}` }),
        ),
    );

/** @type {(place: FallPlace, at: [number, number], seats: Seat[], seat: number | null) => SVGElement} */
function placeOf(place, [x, y], seats, seat) {
  const said = [place.name, ...place.told].join(", ");
  const clan = place.clan ? `of-${place.clan}` : "";
  const kind = `fall-place ${place.kind} ${clan}${place.gnomes.length ? " invaded" : ""}`;
  return s(
    "g",
    { class: kind, role: "img", "aria-label": said, data: { place: place.id } },
    ground(place, x, y, seats),
    s("g", { "aria-hidden": "true" }, standing(place, x, y, seats, seat)),
  );
}

/** @type {(place: FallPlace, x: number, y: number, seats: Seat[]) => Child} */
function ground({ kind, clan, door, owner, worth, rallied }, x, y, seats) {
  switch (kind) {
    case "cavern": {
      const edge = s("circle", { class: owner === null ? "edge" : "edge held", cx: x, cy: y, r: CAVERN });
      return [
        owner === null ? edge : painted(edge, seats[owner]),
        use(`clan-${clan}`, x, y - CAVERN + 20, 28, "clan"),
        door ? use("door", x + CAVERN * 0.72, y - CAVERN * 0.72, 30, "gate") : null,
      ];
    }
    case "den": {
      const house = s("path", {
        class: "edge",
        d: `M${x - DEN} ${y + DEN * 0.8}v-${DEN}l${DEN} -${DEN * 0.7}l${DEN} ${DEN * 0.7}v${DEN}z`,
      });
      return owner === null ? house : painted(house, seats[owner]);
    }
    case "hall":
      return [
        s("rect", { class: "edge", x: x - HALL, y: y - HALL, width: 2 * HALL, height: 2 * HALL, rx: 8 }),
        use("great-hall", x, y - (worth === null ? 0 : 12), 30, "hall"),
        worth === null ? null : text(String(worth), x, y + 18, 26, "figure"),
      ];
    case "rally":
      return [
        s("circle", { class: rallied ? "edge rallied" : "edge", cx: x, cy: y, r: 20 }),
        use(rallied ? "rally-flag" : `clan-${clan}`, x, y, 24, "clan"),
      ];
  }
}

/**
 * Who is there, in rows of three.
 * @type {(place: FallPlace, x: number, y: number, seats: Seat[], seat: number | null) => Child}
 */
function standing({ groups, gnomes, kind }, x, y, seats, seat) {
  const pieces = [
    ...gnomes.map((strength) => (/** @type {number} */ left, /** @type {number} */ top) => gnome(strength, left, top)),
    ...groups.flatMap((group) => [
      ...(group.trolls
        ? [
            (/** @type {number} */ left, /** @type {number} */ top) =>
              trolls(seats[group.seat], group.trolls, group.seat === seat, left, top),
          ]
        : []),
      ...group.champions.map(
        (name) => (/** @type {number} */ left, /** @type {number} */ top) =>
          champion(seats[group.seat], name, left, top),
      ),
    ]),
  ];
  const down = kind === "den" ? 10 : 12;
  const rows = Array.from({ length: Math.ceil(pieces.length / 3) }, (_, row) => pieces.slice(3 * row, 3 * row + 3));
  const step = 2 * PIECE - 6;
  return rows.flatMap((row, number) =>
    row.map((piece, index) =>
      piece(x + step * (index - (row.length - 1) / 2), y + down + step * (number - (rows.length - 1) / 2)),
    ),
  );
}

/** @type {(seat: Seat, count: number, mine: boolean, x: number, y: number) => SVGElement} */
const trolls = (seat, count, mine, x, y) =>
  painted(
    s(
      "g",
      { class: mine ? "fall-piece mine" : "fall-piece" },
      s("circle", { cx: x, cy: y, r: PIECE }),
      text(`${seat.initial}${count}`, x, y + 1, 22),
    ),
    seat,
  );

/** @type {(seat: Seat, name: string, x: number, y: number) => SVGElement} */
const champion = (seat, name, x, y) =>
  painted(
    s("g", { class: "fall-piece champion" }, s("path", { d: starAt(x, y) }), text(name.slice(0, 2), x, y + 2, 17)),
    seat,
  );

/** @type {(x: number, y: number) => string} */
const starAt = (x, y) =>
  `M${Array.from({ length: 16 }, (_, point) => {
    const [far, angle] = [point % 2 ? PIECE * 0.85 : PIECE * 1.2, (point * Math.PI) / 8];
    return `${(x + far * Math.sin(angle)).toFixed(1)} ${(y - far * Math.cos(angle)).toFixed(1)}`;
  }).join("L")}Z`;

/** @type {(strength: number | null, x: number, y: number) => SVGElement} */
const gnome = (strength, x, y) =>
  s(
    "g",
    { class: "fall-gnome" },
    s("rect", { x: x - PIECE, y: y - PIECE, width: 2 * PIECE, height: 2 * PIECE, rx: 8 }),
    use("sym-gnome", x - (strength === null ? 0 : 7), y, 30),
    strength === null ? null : text(String(strength), x + 13, y + 2, 24, "figure"),
  );

/**
 * One invader: from where it gathered, through what it crossed.
 * @type {(way: FallWay, index: number, middle: (id: string) => [number, number]) => SVGElement}
 */
function wayOf({ path, text: why }, index, middle) {
  const points = path.map(middle);
  const [x, y] = points[points.length - 1];
  return s(
    "g",
    { class: "fall-way", role: "img", "aria-label": why },
    s("polyline", { points: points.map((point) => point.join(",")).join(" ") }),
    s("circle", { cx: x + 30, cy: y - 44 - 0, r: 20 }),
    text(String(index + 1), x + 30, y - 43, 24, "figure"),
  );
}
