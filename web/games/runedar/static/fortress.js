// The fortress from above: the chamber in the middle, around it the workshops and the courtyard, their walls, and the
// land outside. What is offered can be tapped; what an offer means is the table's business.

import { painted, s, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

const MIDDLE = 220;
const WIDE = 2 * MIDDLE;
const CHAMBER = 52;
/** From where to where a ring goes, from the middle. @type {Record<Slice["kind"], [number, number]>} */
const RINGS = { courtyard: [56, 160], workshop: [56, 128], wall: [132, 160], outside: [164, 214] };
const TOWER_AT = 146;
const TOWER = 25;
const GAP = 4; // between two slices of a ring
const PIECE = 30; // what a dwarf or a band of orcs takes of a ring

/** @type {(degrees: number, far: number) => [number, number]} */
function around(degrees, far) {
  const angle = (degrees * Math.PI) / 180;
  return [MIDDLE + far * Math.cos(angle), MIDDLE + far * Math.sin(angle)];
}

/** @type {(name: string, x: number, y: number, size: number, kind?: string) => SVGElement} */
const use = (name, x, y, size, kind = "") =>
  s("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, class: kind });

/** @type {(said: string, x: number, y: number, size: number, kind?: string) => SVGElement} */
const text = (said, x, y, size, kind = "") =>
  s("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle", "dominant-baseline": "central" }, said);

/** What the fortress is drawn from: `offered` are the places that can be tapped, with what that does in words.
 * @typedef {{ scene: RunedarScene, seats: Seat[], seat: number | null, offered: Record<string, string> }} Drawn */

/**
 * The fortress in `root`, to be shown with a view and with what may be tapped.
 * @type {(root: HTMLElement) => (view: RunedarShown, offers: RunedarOffers) => void}
 */
export function fortressIn(root) {
  const places = s("g", {});
  root.append(
    s(
      "svg",
      { class: "stronghold", viewBox: `0 0 ${WIDE} ${WIDE}`, role: "group", "aria-label": words.fortress },
      places,
    ),
  );
  /** @type {RunedarOffers} */
  let offers = new Map(); // a tap does what is offered now
  return ({ scene, seats, seat }, fresh) => {
    offers = fresh;
    const offered = Object.fromEntries([...fresh].map(([place, { label }]) => [place, label]));
    draw(places, { scene, seats, seat, offered }, (seen) =>
      // Towers stand on the walls, so they are drawn last.
      [
        ...[...seen.scene.places]
          .sort((one, other) => Number("at" in one.shape) - Number("at" in other.shape))
          .map((place) => drawn(place, seen, () => offers.get(place.id)?.work())),
        ...seen.scene.engines.map((each) => besieging(each, seen)),
      ],
    );
  };
}

/** @type {(place: RunedarPlace, seen: Drawn, tap: () => unknown) => SVGElement} */
function drawn(place, seen, tap) {
  const label = seen.offered[place.id];
  const reach = reachOf(place.shape);
  const said = [place.name, ...place.told].join(", ");
  const inside = s("g", { class: "drawing", "aria-hidden": "true" }, contents(place, seen));
  const kind = `place ${place.shape.kind}${place.orcs ? " attacked" : ""}`;
  if (!label) return s("g", { class: kind, role: "img", "aria-label": said, data: { place: place.id } }, reach, inside);
  reach.setAttribute("role", "button");
  reach.setAttribute("tabindex", "0");
  reach.setAttribute("aria-label", `${label} (${said})`);
  reach.addEventListener("click", tap);
  reach.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tap();
  });
  return s("g", { class: `${kind} offered`, data: { place: place.id } }, reach, inside);
}

/** @type {(shape: RunedarShape) => SVGElement} */
function reachOf(shape) {
  if ("at" in shape) {
    const [cx, cy] = around(shape.at, TOWER_AT);
    return s("circle", { class: "reach", cx, cy, r: TOWER });
  }
  if (shape.kind === "chamber") return s("circle", { class: "reach", cx: MIDDLE, cy: MIDDLE, r: CHAMBER });
  const [inner, outer] = RINGS[shape.kind];
  return s("path", { class: "reach", d: shape.slices.map((cut) => slice(cut, inner, outer)).join("") });
}

/** A piece of a ring. @type {(cut: [number, number], inner: number, outer: number) => string} */
function slice([start, end], inner, outer) {
  const at = (/** @type {number} */ degrees, /** @type {number} */ far) =>
    around(degrees, far)
      .map((each) => each.toFixed(1))
      .join(" ");
  const shy = (/** @type {number} */ far) => ((GAP / 2 / far) * 180) / Math.PI;
  const [outside, inside] = [shy(outer), shy(inner)];
  const long = end - start > 180 ? 1 : 0;
  return (
    `M${at(start + outside, outer)}A${outer} ${outer} 0 ${long} 1 ${at(end - outside, outer)}` +
    `L${at(end - inside, inner)}A${inner} ${inner} 0 ${long} 0 ${at(start + inside, inner)}Z`
  );
}

/** What stands there, and what lies there. @type {(place: RunedarPlace, seen: Drawn) => Child[]} */
function contents(place, seen) {
  const { shape } = place;
  const pieces = standing(place, seen);
  if ("at" in shape) return row(pieces, ...around(shape.at, TOWER_AT));
  if (shape.kind === "chamber")
    return [
      use("gold", MIDDLE - 22, MIDDLE - 24, 32, "gold"),
      text(String(seen.scene.gold), MIDDLE + 18, MIDDLE - 23, 32, "figure"),
      row(pieces, MIDDLE, MIDDLE + 16),
    ];
  const [inner, outer] = RINGS[shape.kind];
  const [start, end] = shape.slices[0];
  const degrees = (start + end) / 2;
  if (shape.kind === "wall" || shape.kind === "outside") return along(pieces, degrees, (inner + outer) / 2);
  if (shape.kind === "workshop")
    return [
      store(place, degrees, pieces.length ? inner + 17 : (inner + outer) / 2),
      along(pieces, degrees, outer - 22),
    ];
  return courtyard(pieces, seen.scene);
}

/**
 * What a workshop holds, across its ring: one above the other at the sides.
 * @type {(place: RunedarPlace, degrees: number, far: number) => Child}
 */
function store({ good, stored }, degrees, far) {
  const [x, y] = around(degrees, far);
  const beside = Math.abs(Math.cos((degrees * Math.PI) / 180)) < STEEP;
  const [right, down] = beside ? [13, 0] : [0, 12];
  return [
    use(good ?? "", x - right - 2, y - down, 22, "good"),
    text(String(stored), x + right, y + down + 1, 22, "figure"),
  ];
}

const STEEP = 0.6;

/** Below the chamber: who blocks the way, what is still to be dug, and the sections of the tunnel behind it.
 * @type {(pieces: Piece[], scene: RunedarScene) => Child[]} */
function courtyard(pieces, { rubble, sections, goblins, trolls }) {
  const enemies = [...trolls.map(() => band("cave-troll", "troll")), ...goblins.map(() => band("goblin", "goblin"))];
  return [
    use("rubble", MIDDLE - 15, MIDDLE + 81, 26, "rubble"),
    text(String(rubble), MIDDLE + 14, MIDDLE + 82, 26, "figure"),
    row([...enemies, ...pieces], MIDDLE, MIDDLE + 112),
    Array.from({ length: SECTIONS }, (_, index) =>
      s("rect", {
        class: index < sections ? "section" : "section dug",
        x: MIDDLE - 48 + 20 * index,
        y: MIDDLE + 138,
        width: 16,
        height: 14,
        rx: 3,
      }),
    ),
  ];
}

const SECTIONS = 5;

/** Before the fortress, in the corners beside the courtyard: what it is, and whose it is to deal with.
 * @type {(engine: Engine, seen: Drawn) => SVGElement} */
function besieging({ engine, seat, lying, text }, { seats, scene, seat: mine }) {
  const [x, y] = ENGINES_AT[engine];
  const picture = use(engine === "tower" ? "siege-tower" : "catapult", x, y, 52);
  if (lying) picture.setAttribute("transform", `rotate(90 ${x} ${y})`);
  return s(
    "g",
    { class: `engine${lying ? " lying" : ""}`, role: "img", "aria-label": text, data: { engine } },
    picture,
    dwarf(seats[seat], seat === mine, seat === scene.turn)(x + (x < MIDDLE ? 26 : -26), y + 20),
  );
}

/** @type {Record<Engine["engine"], [number, number]>} */
const ENGINES_AT = { tower: [34, 396], catapult: [WIDE - 34, 396] };

/** Draws something around a point. @typedef {(x: number, y: number) => SVGElement} Piece */

/** @type {(place: RunedarPlace, seen: Drawn) => Piece[]} */
function standing({ orcs, dwarves }, { seats, seat, scene }) {
  const here = dwarves.map((each) => dwarf(seats[each], each === seat, each === scene.turn));
  return orcs ? [band("orc", "orc", orcs), ...here] : here;
}

/** @type {(seat: Seat, mine: boolean, turn: boolean) => Piece} */
const dwarf = (seat, mine, turn) => (x, y) =>
  painted(
    s(
      "g",
      { class: `piece${mine ? " mine" : ""}${turn ? " turn" : ""}` },
      s("circle", { cx: x, cy: y, r: 14 }),
      text(seat.initial, x, y + 1, seat.initial.length > 1 ? 13 : 16),
    ),
    seat,
  );

/**
 * Enemies of one kind; how many, where they go together.
 * @type {(name: string, kind: string, many?: number) => Piece}
 */
const band = (name, kind, many) => (x, y) =>
  s(
    "g",
    { class: `enemy ${kind}` },
    s("circle", { cx: x, cy: y, r: 15 }),
    many === undefined
      ? use(name, x, y, 22)
      : [use(name, x - 5, y - 1, 18), text(String(many), x + 8, y + 6, 15, "figure")],
  );

/** Side by side. @type {(pieces: Piece[], x: number, y: number) => SVGElement[]} */
const row = (pieces, x, y) => {
  const step = Math.min(PIECE, 110 / Math.max(1, pieces.length));
  return pieces.map((piece, index) => piece(x + step * (index - (pieces.length - 1) / 2), y));
};

/** Side by side along a ring. @type {(pieces: Piece[], degrees: number, far: number) => SVGElement[]} */
const along = (pieces, degrees, far) => {
  const step = ((PIECE / far) * 180) / Math.PI;
  return pieces.map((piece, index) => piece(...around(degrees + step * (index - (pieces.length - 1) / 2), far)));
};

/** Where nothing is offered. @type {RunedarOffers} */
export const NO_OFFERS = new Map();
