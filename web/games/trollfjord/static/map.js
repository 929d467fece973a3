// The board: regions with trolls and treasures, fortresses where three meet, and the walkway as a ring around it with
// its lords. Whatever is offered can be tapped; what an offer means is the table's business.

import { h, painted, s, setText, showLine, within, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";
import { EDGE, freeOf, placer, planFor, WIDE } from "./board-plan.js";
import { dragging } from "./dragging.js";

export { usePlan } from "./board-plan.js";

/** @typedef {import("./board-plan.js").Places} Places */
/** @typedef {import("./board-plan.js").Box} Box */
/** @typedef {(() => unknown) | null} Work what a tap does, where it does something */

/** What the map is drawn from.
 * @typedef {object} Drawn
 * @property {Plan} plan
 * @property {Scene} scene
 * @property {Seat[]} seats
 * @property {number | null} seat
 * @property {string[]} regions what is offered
 * @property {string[]} spots
 * @property {{ space: number, number: number, label: string }[]} spaces
 * @property {string[]} drags where a troll can be dragged from
 */

/** @type {(name: string, x: number, y: number, size: number, kind?: string) => SVGElement} */
const use = (name, x, y, size, kind = "") =>
  s("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, class: kind });

/** @type {(words: string, x: number, y: number, size: number, kind?: string) => SVGElement} */
const text = (words, x, y, size, kind = "") =>
  s("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle", "dominant-baseline": "central" }, words);

/** @type {Offers} */
export const NO_OFFERS = { regions: new Map(), spots: new Map(), spaces: new Map(), drags: new Map() };

/**
 * The map in `root`, to be shown with a view and with what may be tapped; `redraw` is called when its plan has come.
 * @type {(root: HTMLElement, redraw: () => void) => (view: SceneView, offers: Offers) => void}
 */
export function trollMap(root, redraw) {
  const [ground, pieces, ring, lords] = ["ground", "pieces", "ring", "lords"].map((name) => s("g", { class: name }));
  const svg = s("svg", { class: "board", role: "group", "aria-label": words.map }, ground, pieces, ring, lords);
  const told = h("p", { class: "told", role: "status", hidden: true });
  root.append(svg, told);
  /** @type {number | null} */
  let version = null;
  /** @type {Offers} */
  let offered = NO_OFFERS; // a tap does what is offered now
  /** @type {Seat | null} */
  let mine = null;
  dragging(
    svg,
    () => offered,
    () => (mine ? troll(mine, 1, 0, 0, true) : s("g")),
  );

  return (view, offers) => {
    const { scene } = view;
    const plan = planFor(scene.began, redraw);
    if (!plan) return;
    offered = offers;
    mine = view.seat === null ? null : view.seats[view.seat];
    const place = placer(plan.ratio, scene.walkway.length);
    svg.setAttribute("viewBox", `0 0 ${WIDE} ${place.high}`);
    root.style.setProperty("--ratio", String(place.high / WIDE));
    svg.classList.toggle("photographed", Boolean(plan.photo));
    const drawn = drawnFrom(plan, view, offers);
    draw(ground, drawn, (seen) => groundOf(seen, place));
    draw(pieces, drawn, (seen) => [
      seen.scene.regions.map((region) => {
        const work = seen.regions.includes(region.id) ? () => offered.regions.get(region.id)?.() : null;
        return regionOf(region, seen, place, work, (words) => showLine(told, words));
      }),
      seen.scene.spots.map((spot) => {
        const work = seen.spots.includes(spot.id) ? () => offered.spots.get(spot.id)?.() : null;
        return fortress(spot, seen, place, work);
      }),
    ]);
    draw(ring, drawn, (seen) => [
      startingPlank(seen.scene, place),
      seen.scene.walkway.map((kind, space) => spaceOf(kind, space, place)),
      goals(seen, place, (space) => offered.spaces.get(space)?.work()),
    ]);
    showLords(lords, view, place);
    if (version !== view.version) told.hidden = true;
    version = view.version;
  };
}

/** @type {(plan: Plan, view: SceneView, offers: Offers) => Drawn} */
const drawnFrom = (plan, { scene, seats, seat }, offers) => ({
  plan,
  scene,
  seats,
  seat,
  regions: [...offers.regions.keys()],
  spots: [...offers.spots.keys()],
  spaces: [...offers.spaces].map(([space, { number, label }]) => ({ space, number, label })),
  drags: [...offers.drags.keys()],
});

/** @type {(points: Point[], place: Places) => string} */
function path(points, place) {
  const corners = points.map((point) => {
    const [x, y] = place.at(point);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @type {(drawn: Drawn, place: Places) => Child[]} */
function groundOf({ plan, scene }, place) {
  const whole = { x: EDGE, y: EDGE, width: place.wide, height: place.tall };
  /** @type {(kind: string, lines: [Point, Point][]) => SVGElement[]} */
  const lines = (kind, ends) =>
    ends.map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [place.at(from), place.at(to)];
      return s("line", { class: kind, x1, y1, x2, y2 });
    });
  const land = plan.photo
    ? // The veil takes the edge off the photo: what lies on it now is what counts.
      [s("image", { href: plan.photo, ...whole, preserveAspectRatio: "none" }), s("rect", { class: "veil", ...whole })]
    : scene.regions.map(({ id, landscape }) =>
        s("path", { class: `land ${landscape}`, d: path(plan.regions[id].shape, place) }),
      );
  return [land, lines("wall", plan.walls), lines("bridge", plan.bridges)];
}

/** @type {(region: SceneRegion, seats: Seat[]) => string} */
function described(region, seats) {
  const trolls = region.trolls.map((count, seat) => (count ? `${seats[seat].name} ${count}` : null)).filter(Boolean);
  const treasure = region.treasure === null ? words.no_treasure : `${words.treasure} ${region.treasure}`;
  return `${region.name}: ${[treasure, ...trolls].join(", ")}`;
}

/**
 * What is tapped and named is the shape alone; what is drawn on it is only seen.
 * @param {Props} props of the whole
 * @param {SVGElement} reach the shape
 * @param {string} label
 * @param {((event?: MouseEvent) => unknown) | null} work
 * @param {...Child} drawing
 */
function tappable({ class: kind, ...props }, reach, label, work, ...drawing) {
  if (!work) return s("g", { class: kind, role: "img", "aria-label": label, ...props }, reach, drawing);
  reach.setAttribute("role", "button");
  reach.setAttribute("tabindex", "0");
  reach.setAttribute("aria-label", label);
  reach.addEventListener("click", (event) => work(event));
  reach.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    work();
  });
  return s(
    "g",
    { class: `${kind} offered`, ...props },
    reach,
    s("g", { class: "drawing", "aria-hidden": "true" }, drawing),
  );
}

/** @typedef {(words: string) => void} Tell */

/** @type {(region: SceneRegion, drawn: Drawn, place: Places, work: Work, tell: Tell) => SVGElement} */
function regionOf(region, { plan, scene, seats, seat: own, drags }, place, work, tell) {
  const { at, shape } = plan.regions[region.id];
  const keeps = Object.values(plan.spots).map((spot) => keepAt(place.at(spot)));
  const [x, y] = labelled(place.at(at), keeps);
  const named = region.label.length > 2;
  const held = [...region.trolls.entries()].filter(([, count]) => count);
  const top = y - 24 - Math.ceil(held.length / 2) * 26 + (named ? 14 : 0);
  const group = tappable(
    {
      class: `region${markedAs(scene, region.id)}${drags.includes(region.id) ? " dragging" : ""}`,
      data: { region: region.id },
    },
    s("path", { class: "reach", d: path(shape, place) }),
    described(region, seats),
    work,
    plan.photo ? s("rect", { class: "plate", x: x - 90, y: top - 32, width: 110, height: 64, rx: 14 }) : null,
    named ? text(region.label, x, top - 46, 30, "own") : text(region.label, x - 24, top + 14, 32, "ordinal"),
    use(region.landscape, x - 58, top, 50, "kind"),
    s("path", {
      class: region.treasure === null ? "chest bare" : "chest",
      d: `M${x + 8} ${top - 30}h60l14 30-14 30h-60l-14-30Z`,
    }),
    text(String(region.treasure ?? "–"), x + 38, top + 2, 42, "worth"),
    held.map(([seat, count], index) =>
      troll(seats[seat], count, x + besides(index, held.length), top + 62 + 56 * Math.floor(index / 2), seat === own),
    ),
  );
  if (!work) group.addEventListener("click", () => tell(described(region, seats)));
  return group;
}

/**
 * Where the label of a region goes: landscape, treasure and a row of trolls, around its place as far as that is free.
 * @type {(at: Point, others: Box[]) => Point}
 */
function labelled([x, y], others) {
  const [middle, height] = freeOf({ x: x - 4, y: y - 22, width: 172, height: 124 }, others);
  return [middle + 4, height + 22];
}

/** What a fortress covers. @type {(at: Point) => Box} */
const keepAt = ([x, y]) => ({ x, y: y + 2, width: 80, height: 72 });

/** Trolls stand in pairs; the odd one out in the middle. @type {(index: number, count: number) => number} */
function besides(index, count) {
  if (index % 2) return 45;
  return index === count - 1 ? 0 : -45;
}

/**
 * It is asked about, or a fortress is hammered at that is not on it.
 * @type {(scene: Scene, id: string) => string}
 */
function markedAs(scene, id) {
  if (scene.filling !== null) return scene.filling === id ? " asked" : "";
  const spot = scene.spots.find((each) => each.id === scene.spot);
  return spot !== undefined && !spot.regions.includes(id) ? " aside" : "";
}

/** @type {(seat: Seat, count: number, x: number, y: number, mine: boolean) => SVGElement} */
const troll = (seat, count, x, y, mine) =>
  painted(
    s(
      "g",
      { class: `piece${mine ? " mine" : ""}` },
      s("rect", { x: x - 42, y: y - 25, width: 84, height: 50, rx: 25 }),
      text(`${seat.initial} ${count}`, x, y + 2, seat.initial.length > 1 ? 33 : 38),
    ),
    seat,
  );

/** @type {(spot: SceneSpot, drawn: Drawn, place: Places, work: Work) => SVGElement} */
function fortress(spot, { plan, scene }, place, work) {
  const [x, y] = place.at(plan.spots[spot.id]);
  return tappable(
    { class: `fortress${scene.spot === spot.id ? " chosen" : ""}`, data: { spot: spot.id } },
    s("circle", { class: "reach", cx: x, cy: y, r: 58 }),
    `${words.fortress} ${spot.number}: ${joinedBy(spot, scene)}`,
    work,
    s("path", { class: "keep", d: `M${x - 36} ${y + 34}v-64h16v14h12v-14h16v14h12v-14h16v64Z` }),
    text(spot.number, x, y + 11, 34),
  );
}

/** The names of the regions that meet there. @type {(spot: SceneSpot, scene: Scene) => string} */
const joinedBy = (spot, scene) =>
  scene.regions
    .filter(({ id }) => spot.regions.includes(id))
    .map(({ name }) => name)
    .join(", ");

// ---- the walkway

/** How far within the edge a space lies. @type {(kind: Space) => number} */
const inset = (kind) => (kind === "wander" ? 62 : 27);

/** @type {(kind: Space, space: number, place: Places) => SVGElement} */
function spaceOf(kind, space, place) {
  const [x, y] = place.along(space, inset(kind));
  if (kind === "wander") return s("g", { class: "space" }, s("circle", { cx: x, cy: y, r: 13 }));
  return s(
    "g",
    { class: `space ${kind}` },
    s("rect", { x: x - 24, y: y - 24, width: 48, height: 48, rx: 10 }),
    use(kind, x, y, 36),
  );
}

/** Where a lord may go. @type {(drawn: Drawn, place: Places, go: (space: number) => unknown) => SVGElement[]} */
function goals({ scene, spaces }, place, go) {
  const at = new Map(spaces.map(({ space }) => [space, place.along(space, inset(scene.walkway[space]))]));
  return [...at].map(([space, [x, y]], index) => {
    const { number, label } = spaces[index];
    const work = (/** @type {MouseEvent | undefined} */ event) => go(event ? nearestTo(event, at) : space);
    return tappable(
      { class: "goal", data: { space } },
      s("circle", { class: "reach", cx: x, cy: y, r: 40 }),
      label,
      work,
      s("circle", { class: "mark", cx: x, cy: y, r: 25 }),
      text(String(number), x, y + 2, 34),
    );
  });
}

/**
 * Goals are so close that fingers meet two: the nearer one is meant.
 * @type {(event: MouseEvent, places: Map<number, Point>) => number}
 */
function nearestTo(event, places) {
  const drawing = /** @type {SVGGraphicsElement} */ (event.target).getScreenCTM();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing?.inverse());
  const far = (/** @type {Point} */ [atX, atY]) => Math.hypot(atX - x, atY - y);
  return [...places].sort(([, one], [, other]) => far(one) - far(other))[0][0];
}

const WAITING = 1.2; // spaces of the walkway for one of the starting plank
/** @type {(lord: number, place: Places) => Point} */
const start = (lord, place) => place.along(lord * WAITING, 68);

/**
 * The starting plank lies beside the last spaces while a lord waits there.
 * @type {(scene: Scene, place: Places) => SVGElement | null}
 */
function startingPlank({ players }, place) {
  const lords = players.map(({ lord }) => lord).filter((lord) => lord < 0);
  if (!lords.length) return null;
  const [[x1, y1], [x2, y2]] = [start(Math.min(...lords), place), start(-1, place)];
  return s("line", { class: "plank", x1, y1, x2, y2 });
}

/**
 * Each lord keeps its element, so that its way is seen.
 * @type {(layer: Element, view: SceneView, place: Places) => void}
 */
function showLords(layer, view, place) {
  const { players, walkway, turn } = view.scene;
  for (const [seat, player] of players.entries()) {
    if (!layer.children[seat]) layer.append(s("g", { class: "lord" }, s("circle", { r: 30 }), text("", 0, 2, 34)));
    const lord = /** @type {SVGElement} */ (layer.children[seat]);
    const { initial, name } = view.seats[seat];
    const waiting = player.lord < 0;
    const [x, y] = waiting ? start(player.lord, place) : place.along(player.lord, inset(walkway[player.lord]));
    lord.style.transform = `translate(${x}px, ${y}px) scale(${waiting ? 0.84 : 1})`;
    painted(lord, view.seats[seat]);
    lord.setAttribute("class", `lord piece${player.lying ? " lying" : ""}${seat === turn ? " turn" : ""}`);
    lord.setAttribute("role", "img");
    const where = waiting ? words.on_start : words[walkway[player.lord]];
    lord.setAttribute("aria-label", `${words.lord} ${name}: ${where}${player.lying ? `, ${words.lying}` : ""}`);
    setText(within(lord, "text", SVGElement), initial);
  }
}
