// The end: the score revealed part by part, why a tie was won, the course of the game, and how everyone hammered.

import { draw, h, icon, token, words } from "../dom.js";

const PACE = 1400; // milliseconds a part
const NS = "http://www.w3.org/2000/svg";

let shown = Infinity; // parts revealed so far
let timer = null;

// `live` is true when the game ended under our eyes; a page opened later shows it all at once.
export function showEnding(root, view, live) {
  root.hidden = !view.scene.ending;
  if (root.hidden) {
    shown = Infinity;
    return;
  }
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (live && !still) reveal(root, view);
  paint(root, view);
}

function reveal(root, view) {
  shown = 0;
  clearInterval(timer);
  timer = setInterval(() => {
    shown += 1;
    if (shown > view.standings[0].parts.length) {
      clearInterval(timer);
      shown = Infinity;
    }
    paint(root, view);
  }, PACE);
}

function paint(root, view) {
  const all = shown === Infinity;
  root.dataset.done = all;
  draw(root, [view.standings, view.scene.ending, view.seats, shown], () => [
    scores(view, all, () => {
      clearInterval(timer);
      shown = Infinity;
      paint(root, view);
    }),
    all && view.scene.ending.tie ? h("p", { class: "note" }, view.scene.ending.tie) : null,
    all ? h("h2", {}, words.course) : null,
    all ? chart(view) : null,
    all ? h("h2", {}, words.hammered) : null,
    all ? hammered(view) : null,
    all ? h("a", { class: "button", href: "/record.json", download: "" }, words.record) : null,
    all ? h("a", { class: "button quiet", href: "/games" }, words.past_games) : null,
  ]);
}

// The sack was nobody else's business until now: it comes last.
const lastly = ([belt, sack, ...others]) => [belt, ...others, sack];

function scores(view, all, skip) {
  const standings = view.standings.map((each) => ({ ...each, parts: lastly(each.parts) }));
  const names = standings[0].parts.map(([text]) => text);
  const cell = (standing, part) => (part < shown ? String(standing.parts[part][1]) : "");
  const sum = (standing) => standing.parts.slice(0, shown).reduce((total, [, value]) => total + value, 0);
  const best = view.scene.ending.winner;
  const table = h(
    "table",
    { class: "reveal" },
    h("thead", {}, h("tr", {}, h("td"), standings.map(({ seat }) => h("th", { scope: "col" }, token(view.seats[seat]), h("span", {}, view.seats[seat].name))))),
    h(
      "tbody",
      {},
      names.map((name, part) =>
        h("tr", { class: part === shown - 1 ? "fresh" : "" }, h("th", { scope: "row" }, name), standings.map((standing) => h("td", { class: "figure" }, cell(standing, part)))),
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row" }, words.total),
        standings.map((standing) =>
          h("td", { class: `figure${all && standing.seat === best ? " best" : ""}` }, String(sum(standing)), all && standing.seat === best ? icon("crown", "icon crowned", words.wins) : null),
        ),
      ),
    ),
  );
  if (!all) table.addEventListener("click", skip);
  return table;
}

const DASH = ["", "14 7", "4 6", "16 6 4 6"];

// One line a player: its colour, its dashes, its initial at the end.
function chart(view) {
  const { scores } = view.scene.ending.course;
  const [wide, high, left, right, low] = [400, 240, 36, 36, 30];
  const most = Math.max(...scores.flat(), 10);
  const x = (turn) => left + (turn / Math.max(1, scores.length - 1)) * (wide - left - right);
  const y = (score) => high - low - (score / most) * (high - low - 14);
  const s = (tag, props, ...children) => {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(props)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const label = view.seats.map((seat, number) => `${seat.name} ${scores.at(-1)[number]}`).join(", ");
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": `${words.course}: ${label}` });
  const step = most > 120 ? 40 : most > 60 ? 20 : 10;
  for (let line = 0; line <= most; line += step)
    svg.append(s("line", { class: "rule", x1: left, x2: wide - right, y1: y(line), y2: y(line) }), s("text", { x: left - 8, y: y(line), "text-anchor": "end", "dominant-baseline": "central" }, String(line)));
  const ends = spread(view.seats.map((_, seat) => y(scores.at(-1)[seat])));
  view.seats.forEach((seat, number) => {
    const points = scores.map((each, turn) => `${x(turn).toFixed(1)},${y(each[number]).toFixed(1)}`).join(" ");
    svg.append(
      s("polyline", { points, class: seat.colour, "stroke-dasharray": DASH[number] }),
      s("text", { class: "end", x: wide - right + 8, y: ends[number], "dominant-baseline": "central" }, seat.initial),
    );
  });
  svg.append(s("text", { x: (left + wide - right) / 2, y: high - 6, "text-anchor": "middle" }, words.turns));
  return svg;
}

// Names at the lines' ends, moved apart where they would cover each other.
function spread(ends) {
  const order = [...ends.keys()].sort((a, b) => ends[a] - ends[b]);
  const moved = [...ends];
  order.forEach((seat, index) => {
    if (index) moved[seat] = Math.max(moved[seat], moved[order[index - 1]] + 18);
  });
  return moved;
}

const oneDecimal = (number) => number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function hammered(view) {
  const rows = [
    [words.per_hit, (each) => (each.hits ? oneDecimal(each.boulders / each.hits) : "–")],
    [words.hits, (each) => each.hits],
    [words.empty, (each) => each.empty],
    [words.anger, (each) => each.angered],
  ];
  return h(
    "table",
    { class: "reveal stats" },
    h("thead", {}, h("tr", {}, h("td"), view.seats.map((seat) => h("th", { scope: "col" }, token(seat), h("span", { class: "unseen" }, seat.name))))),
    h("tbody", {}, rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), view.scene.ending.hammered.map((each) => h("td", { class: "figure" }, String(value(each))))))),
  );
}
