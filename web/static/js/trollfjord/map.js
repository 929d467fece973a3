// The board: regions with trolls and treasures, fortresses where three meet, the walkway as a ring around it with its lords.
// Whatever is offered can be tapped; what an offer means is the table's business.

import { draw, h, words } from "../dom.js";

const WIDE = 1000;
const EDGE = 84; // the walkway's width
const NS = "http://www.w3.org/2000/svg";

let plan = null;
let planOf = null;

// The plan of this game's board, fetched once a game.
async function fetchPlan(began) {
  if (planOf === began) return;
  planOf = began;
  const answer = await fetch(`/plan.json?${began}`).catch(() => null);
  if (!answer?.ok) return void (planOf = null);
  plan = await answer.json();
}

// For a page that knows the plan already: a past game's board need not be the one on the table.
export function usePlan(began, known) {
  [planOf, plan] = [began, known];
}

function s(tag, props = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "data") Object.assign(element.dataset, value);
    else if (name === "onclick") {
      element.addEventListener("click", value);
      element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        value();
      });
    }
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

const use = (name, x, y, size, kind = "") => s("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, class: kind });

const text = (words, x, y, size, kind = "") =>
  s("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle", "dominant-baseline": "central" }, words);

// Draws the map into `root`. `offers` says what may be tapped: {regions: Map(id, work), spots: Map, spaces: Map(space, {work, number}), trolls}.
export function trollMap(root, redraw) {
  const svg = s("svg", { class: "board", role: "group", "aria-label": words.map });
  const layers = Object.fromEntries(["ground", "pieces", "ring", "lords"].map((name) => [name, s("g", { class: name })]));
  svg.append(layers.ground, layers.pieces, layers.ring, layers.lords);
  const told = h("p", { class: "told", role: "status", hidden: true });
  root.append(svg, told);
  let before = null;

  return (view, offers) => {
    const scene = view.scene;
    if (planOf !== scene.began || !plan) {
      fetchPlan(scene.began).then(() => plan && redraw());
      if (!plan) return;
    }
    const place = placer(plan, scene.walkway.length);
    svg.setAttribute("viewBox", `0 0 ${WIDE} ${place.high}`);
    svg.classList.toggle("photographed", Boolean(plan.photo));
    draw(layers.ground, [plan, scene.regions.map((each) => [each.id, each.landscape, each.label]), scene.spots], () => ground(scene, place));
    const offered = [...offers.regions.keys(), offers.trolls];
    const tell = (region) => {
      told.hidden = false;
      told.textContent = described(region, view);
    };
    draw(layers.pieces, [plan, scene.regions, scene.spots, scene.spot, view.seats, view.seat, view.version, offered, [...offers.spots.keys()]], () => [
      ...scene.regions.map((region) => pieces(region, view, place, offers.regions.get(region.id), tell)),
      ...scene.spots.map((spot) => fortress(spot, scene, place, offers.spots.get(spot.id))),
    ]);
    draw(layers.ring, [plan, scene.walkway, view.version, [...offers.spaces.keys()]], () => [startingPlank(scene, place), ...ring(scene, place, offers.spaces)]);
    lords(layers.lords, view, place);
    if (before !== view.version) told.hidden = true;
    before = view.version;
  };
}

// From shares of the map to places on the drawing.
function placer({ ratio }, spaces) {
  const wide = WIDE - 2 * EDGE;
  const tall = wide / ratio;
  const high = tall + 2 * EDGE;
  const at = ([x, y]) => [EDGE + x * wide, EDGE + y * tall];
  const along = (space, inset) => {
    const [w, t] = [WIDE - 2 * inset, high - 2 * inset];
    let way = ((((space + 0.5) / spaces) % 1) + 1) % 1;
    way *= 2 * (w + t);
    if (way < w) return [inset + way, inset];
    if ((way -= w) < t) return [inset + w, inset + way];
    if ((way -= t) < w) return [inset + w - way, inset + t];
    return [inset, inset + t - (way - w)];
  };
  return { at, along, high, wide, tall };
}

const path = (points, place) => `M${points.map((point) => place.at(point).map((each) => each.toFixed(1)).join(" ")).join("L")}Z`;

function ground(scene, place) {
  const parts = [];
  const whole = { x: EDGE, y: EDGE, width: place.wide, height: place.tall };
  // The veil takes the edge off the photo: what lies on it now is what counts.
  if (plan.photo) parts.push(s("image", { href: plan.photo, ...whole, preserveAspectRatio: "none" }), s("rect", { class: "veil", ...whole }));
  else for (const region of scene.regions) parts.push(s("path", { class: `land ${region.landscape}`, d: path(plan.regions[region.id].shape, place) }));
  for (const [kind, lines] of [["wall", plan.walls], ["bridge", plan.bridges]])
    for (const [from, to] of lines) {
      const [[x1, y1], [x2, y2]] = [place.at(from), place.at(to)];
      parts.push(s("line", { class: kind, x1, y1, x2, y2 }));
    }
  return parts;
}

function described(region, view) {
  const trolls = region.trolls.map((count, seat) => (count ? `${view.seats[seat].name} ${count}` : null)).filter(Boolean);
  const treasure = region.treasure === null ? words.no_treasure : `${words.treasure} ${region.treasure}`;
  return `${region.name}: ${[treasure, ...trolls].join(", ")}`;
}

// What is tapped and named is the shape alone; what is drawn on it is only seen.
function tappable(kind, data, reach, work, label, ...drawing) {
  if (!work) return s("g", { class: kind, data, role: "img", "aria-label": label }, s(...reach), drawing);
  const [tag, props] = reach;
  const button = s(tag, { ...props, role: "button", tabindex: 0, "aria-label": label, onclick: work });
  return s("g", { class: `${kind} offered`, data }, button, s("g", { class: "drawing", "aria-hidden": "true" }, drawing));
}

function pieces(region, view, place, work, tell) {
  const { at, shape } = plan.regions[region.id];
  const [x, y] = place.at(at);
  const own = region.label.length > 2;
  const held = region.trolls.map((count, seat) => [seat, count]).filter(([, count]) => count);
  const rows = Math.ceil(held.length / 2);
  const top = y - 24 - rows * 26 + (own ? 14 : 0);
  const trolls = held.map(([seat, count], index) => {
    const alone = index === held.length - 1 && index % 2 === 0;
    const side = alone ? 0 : index % 2 ? 45 : -45;
    return troll(view.seats[seat], count, x + side, top + 62 + 56 * Math.floor(index / 2), seat === view.seat);
  });
  const group = tappable(
    `region${view.scene.spot && !near(view.scene, region.id) ? " aside" : ""}`,
    { region: region.id },
    ["path", { class: "reach", d: path(shape, place) }],
    work,
    described(region, view),
    plan.photo ? s("rect", { class: "plate", x: x - 90, y: top - 32, width: 110, height: 64, rx: 14 }) : null,
    own ? text(region.label, x, top - 46, 30, "own") : text(region.label, x - 24, top + 14, 32, "ordinal"),
    use(region.landscape, x - 58, top, 50, "kind"),
    s("path", { class: region.treasure === null ? "chest bare" : "chest", d: `M${x + 8} ${top - 30}h60l14 30-14 30h-60l-14-30Z` }),
    text(region.treasure ?? "–", x + 38, top + 2, 42, "worth"),
    trolls,
  );
  if (!work) group.addEventListener("click", () => tell(region));
  return group;
}

const near = (scene, id) => scene.spots.find((spot) => spot.id === scene.spot).regions.includes(id);

const troll = (seat, count, x, y, mine) =>
  s("g", { class: `piece ${seat.colour}${mine ? " mine" : ""}` }, s("rect", { x: x - 42, y: y - 25, width: 84, height: 50, rx: 25 }), text(`${seat.initial} ${count}`, x, y + 2, seat.initial.length > 1 ? 33 : 38));

function fortress(spot, scene, place, work) {
  const [x, y] = place.at(plan.spots[spot.id]);
  const kind = `fortress${scene.spot === spot.id ? " chosen" : ""}`;
  return tappable(
    kind,
    { spot: spot.id },
    ["circle", { class: "reach", cx: x, cy: y, r: 58 }],
    work,
    `${words.fortress} ${spot.number}`,
    s("path", { class: "keep", d: `M${x - 36} ${y + 34}v-64h16v14h12v-14h16v14h12v-14h16v64Z` }),
    text(spot.number, x, y + 11, 34),
  );
}

function ring(scene, place, offers) {
  const spaces = scene.walkway.map((kind, space) => {
    if (kind === "wander") {
      const [x, y] = place.along(space, 62);
      return s("g", { class: "space" }, s("circle", { cx: x, cy: y, r: 13 }));
    }
    const [x, y] = place.along(space, 27);
    return s("g", { class: `space ${kind}` }, s("rect", { x: x - 24, y: y - 24, width: 48, height: 48, rx: 10 }), use(kind, x, y, 36));
  });
  const at = (space) => place.along(space, scene.walkway[space] === "wander" ? 62 : 27);
  // Goals are so close that fingers meet two: the nearer one is meant.
  const nearest = (event, own) => {
    if (!event) return own;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.target.getScreenCTM().inverse());
    const far = (space) => Math.hypot(at(space)[0] - x, at(space)[1] - y);
    return [...offers.keys()].sort((one, other) => far(one) - far(other))[0];
  };
  const taps = [...offers].map(([space, { number, label }]) => {
    const [x, y] = at(space);
    const work = (event) => offers.get(nearest(event, space)).work();
    return tappable("goal", { space }, ["circle", { class: "reach", cx: x, cy: y, r: 40 }], work, label, s("circle", { class: "mark", cx: x, cy: y, r: 25 }), text(number, x, y + 2, 34));
  });
  return [...spaces, ...taps];
}

const WAITING = 1.2; // spaces of the walkway for one of the starting plank
const start = (lord, place) => place.along(lord * WAITING, 68);

// The starting plank lies beside the last spaces while a lord waits there.
function startingPlank({ players }, place) {
  const lords = players.map(({ lord }) => lord).filter((lord) => lord < 0);
  if (!lords.length) return null;
  const ends = [start(Math.min(...lords), place), start(-1, place)];
  const [[x1, y1], [x2, y2]] = ends;
  return s("line", { class: "plank", x1, y1, x2, y2 });
}

// Each lord keeps its element, so that its way is seen.
function lords(layer, view, place) {
  const { players, walkway, turn } = view.scene;
  players.forEach((player, seat) => {
    let lord = layer.children[seat];
    const { colour, initial, name } = view.seats[seat];
    if (!lord) {
      lord = s("g", { class: "lord" }, s("circle", { r: 30 }), text("", 0, 2, 34));
      layer.append(lord);
    }
    const waiting = player.lord < 0;
    const [x, y] = waiting ? start(player.lord, place) : place.along(player.lord, walkway[player.lord] === "wander" ? 62 : 27);
    lord.style.transform = `translate(${x}px, ${y}px) scale(${waiting ? 0.84 : 1})`;
    lord.setAttribute("class", `lord piece ${colour}${player.lying ? " lying" : ""}${seat === turn ? " turn" : ""}`);
    lord.setAttribute("role", "img");
    lord.setAttribute("aria-label", `${words.lord} ${name}${player.lying ? `, ${words.lying}` : ""}`);
    const letters = lord.querySelector("text");
    if (letters.textContent !== initial) letters.textContent = initial;
  });
}
