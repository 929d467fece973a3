// The hammering as everyone sees it: whose hammer, hits, total, a bar a colour against the limit, what just happened.

import { again, COLOURS, every, h, icon, setText, shape, showLine, token, within, words } from "./dom.js";
import { draw } from "./redraw.js";

const ROOM = 2; // places drawn beyond the limit, so that the line is never the end of the bar

/** @typedef {((number: number) => void) | null} OnHit what a tap on a hit does */

/** @type {(root: HTMLElement, onHit?: OnHit) => (bout: Hammering | null, seats: Seat[]) => void} */
export function hammeringBoard(root, onHit = null) {
  const hands = h("div", { class: "hands" });
  const hits = hero("hits", words.hits);
  const total = hero("total", words.boulders);
  const strokes = h("ol", { class: "strokes" });
  const bars = h("div", { class: "bars" });
  const event = h("p", { class: "event" });
  const heroes = h("div", { class: "heroes" }, hits.element, total.element);
  root.append(hands, heroes, strokes, bars, event);
  /** @type {Hammering | null} */
  let before = null;

  /** @type {(bout: Hammering) => void} */
  const move = (bout) => {
    if (!before) return;
    if (bout.hits.length > before.hits.length) again(heroes, "landed");
    if (bout.swaps !== before.swaps) again(hands, "swapped");
    if (bout.ending === "colour_limit" && before.ending !== "colour_limit") again(bars, "angry");
  };

  return (bout, seats) => {
    root.hidden = !bout;
    if (!bout) {
      before = null;
      return;
    }
    root.dataset.ending = bout.ending ?? "";
    root.dataset.over = Object.keys(bout.over).length ? "yes" : "";
    showHands(hands, bout, seats);
    hits.show(String(bout.hits.length), `/${bout.hit_limit}`);
    total.show(String(bout.total), "");
    draw(strokes, { bout, seats }, (seen) => strokeChips(seen.bout, seen.seats, onHit));
    draw(bars, bout, (seen) => COLOURS.map((colour) => bar(colour, seen, before)));
    showLine(event, bout.event);
    move(bout);
    before = bout;
  };
}

/** @type {(kind: string, label: string) => { element: HTMLElement, show: (value: string, of: string) => void }} */
function hero(kind, label) {
  const figure = h("b");
  const rest = h("span", { class: "of" });
  const element = h(
    "div",
    { class: `hero ${kind}` },
    h("p", { class: "label" }, label),
    h("p", { class: "figures" }, figure, rest),
  );
  return {
    element,
    show(value, of) {
      setText(figure, value);
      setText(rest, of);
    },
  };
}

/**
 * Each hand keeps its element, so that a swap of roles is seen as the two changing sides.
 * @type {(hands: HTMLElement, bout: Hammering, seats: Seat[]) => void}
 */
function showHands(hands, bout, seats) {
  const present = [bout.hammerer, ...(bout.comrade === null ? [] : [bout.comrade])];
  const known = every(hands, ".hand");
  for (const hand of known) if (!present.includes(Number(hand.dataset.seat))) hand.remove();
  present.forEach((seat, side) => {
    const hand = known.find((each) => Number(each.dataset.seat) === seat) ?? newHand(seat, seats[seat]);
    if (hand.parentElement !== hands) hands.append(hand);
    hand.dataset.side = side ? "right" : "left";
    setText(within(hand, "b"), seats[seat].name);
    setText(within(hand, "small"), side ? words.comrade : words.hammers);
  });
  hands.dataset.count = String(present.length);
}

/** @type {(number: number, seat: Seat) => HTMLElement} */
const newHand = (number, seat) =>
  h(
    "div",
    { class: "hand", data: { seat: number } },
    token(seat),
    h("div", {}, h("b"), h("small")),
    icon("hammer", "icon mallet"),
  );

/** @type {(bout: Hammering, seats: Seat[], onHit: OnHit) => Child[]} */
function strokeChips(bout, seats, onHit) {
  return Array.from({ length: bout.hit_limit }, (_, index) => {
    const hit = bout.hits[index];
    if (!hit) return h("li", { class: "stroke ahead" }, h("span", { class: "dot" }));
    const { number, total } = hit;
    const label = `${words.hit} ${index + 1}, ${seats[hit.seat].name}: ${total}`;
    const kind = `${total ? "" : "empty "}${index === bout.hits.length - 1 ? "last" : ""}`;
    const face = onHit
      ? h("button", { class: kind, type: "button", "aria-label": label, onclick: () => onHit(number) }, String(total))
      : h("span", { class: kind, "aria-label": label }, String(total));
    return h("li", { class: "stroke" }, face);
  });
}

/** @type {(colour: Colour, bout: Hammering, before: Hammering | null) => HTMLElement} */
function bar(colour, bout, before) {
  const count = bout.boulders[colour];
  const limit = bout.angering.includes(colour) ? bout.colour_limit : Infinity;
  const places = Math.max(bout.colour_limit + ROOM, ...Object.values(bout.boulders));
  const had = before ? before.boulders[colour] : count;
  const cells = Array.from({ length: places }, (_, index) => {
    const kinds = ["cell"];
    if (index < count) kinds.push("full");
    if (index < count && index >= had) kinds.push("new");
    if (index >= limit) kinds.push("beyond");
    if (index === limit - 1) kinds.push("brink");
    return h("i", { class: kinds.join(" ") });
  });
  const over = Math.max(0, count - limit);
  return h(
    "div",
    {
      class: `row ${colour}${over ? " over" : ""}${count === limit ? " full-up" : ""}`,
      role: "img",
      "aria-label": barLabel(words[colour], count, limit, over),
    },
    shape(colour),
    h("div", { class: "cells" }, cells),
    h("b", { class: "figure" }, over ? h("small", {}, `+${over}`) : null, String(count)),
  );
}

/** @type {(colour: string, count: number, limit: number, over: number) => string} */
function barLabel(colour, count, limit, over) {
  if (limit === Infinity) return `${colour}: ${count}`;
  return `${colour}: ${count} / ${limit}${over ? `, ${over} ${words.over}` : ""}`;
}
