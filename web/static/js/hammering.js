// The hammering as everyone sees it: whose hammer, hits, total, a bar a colour against the limit, what just happened.

import { COLOURS, again, draw, h, icon, setText, shape, token, words } from "./dom.js";

const ROOM = 2; // places drawn beyond the limit, so that the line is never the end of the bar

export function hammeringBoard(root, onHit = null) {
  const hands = h("div", { class: "hands" });
  const hits = hero("hits", words.hits);
  const total = hero("total", words.boulders);
  const strokes = h("ol", { class: "strokes" });
  const bars = h("div", { class: "bars" });
  const event = h("p", { class: "event" });
  const heroes = h("div", { class: "heroes" }, hits.element, total.element);
  root.append(hands, heroes, strokes, bars, event);
  let before = null;

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
    draw(strokes, [bout.hits, bout.hit_limit, seats], () => strokeChips(bout, seats, onHit));
    draw(bars, [bout.boulders, bout.colour_limit], () => COLOURS.map((colour) => bar(colour, bout, before)));
    setText(event, bout.event ?? "");
    event.hidden = !bout.event;
    move(bout);
    before = bout;
  };

  function move(bout) {
    if (!before) return;
    if (bout.hits.length > before.hits.length) again(heroes, "landed");
    if (bout.swaps !== before.swaps) again(hands, "swapped");
    if (bout.ending === "colour_limit" && before.ending !== "colour_limit") again(bars, "angry");
  }
}

function hero(kind, label) {
  const figure = h("b");
  const rest = h("span", { class: "of" });
  const element = h("div", { class: `hero ${kind}` }, h("p", { class: "label" }, label), h("p", { class: "figures" }, figure, rest));
  return {
    element,
    show(value, of) {
      setText(figure, value);
      setText(rest, of);
    },
  };
}

// Each hand keeps its element, so that a swap of roles is seen as the two changing sides.
function showHands(hands, bout, seats) {
  const present = [bout.hammerer, bout.comrade].filter((seat) => seat !== null);
  for (const hand of [...hands.children]) if (!present.includes(Number(hand.dataset.seat))) hand.remove();
  present.forEach((seat, side) => {
    let hand = [...hands.children].find((each) => Number(each.dataset.seat) === seat);
    if (!hand) {
      hand = h("div", { class: "hand", data: { seat } }, token(seats[seat]), h("div", {}, h("b"), h("small")), icon("hammer", "icon mallet"));
      hands.append(hand);
    }
    hand.dataset.side = side ? "right" : "left";
    setText(hand.querySelector("b"), seats[seat].name);
    setText(hand.querySelector("small"), side ? words.comrade : words.hammers);
  });
  hands.dataset.count = present.length;
}

function strokeChips(bout, seats, onHit) {
  return Array.from({ length: bout.hit_limit }, (_, index) => {
    const hit = bout.hits[index];
    if (!hit) return h("li", { class: "stroke ahead" }, h("span", { class: "dot" }));
    const label = `${words.hit} ${index + 1}, ${seats[hit.seat].name}: ${hit.total}`;
    const kind = `${hit.total ? "" : "empty "}${index === bout.hits.length - 1 ? "last" : ""}`;
    const face = onHit
      ? h("button", { class: kind, type: "button", "aria-label": label, onclick: () => onHit(hit.number) }, String(hit.total))
      : h("span", { class: kind, "aria-label": label }, String(hit.total));
    return h("li", { class: "stroke" }, face);
  });
}

function bar(colour, bout, before) {
  const count = bout.boulders[colour];
  const free = colour === "white";
  const limit = bout.colour_limit;
  const places = Math.max(limit + ROOM, ...Object.values(bout.boulders));
  const had = before ? before.boulders[colour] : 0;
  const cells = Array.from({ length: places }, (_, index) => {
    const kinds = ["cell"];
    if (index < count) kinds.push("full");
    if (index < count && index >= had && before) kinds.push("new");
    if (!free && index >= limit) kinds.push("beyond");
    if (!free && index === limit - 1) kinds.push("brink");
    return h("i", { class: kinds.join(" ") });
  });
  const over = free ? 0 : Math.max(0, count - limit);
  const label = free
    ? `${words[colour]}: ${count}`
    : `${words[colour]}: ${count} / ${limit}${over ? `, ${over} ${words.over}` : ""}`;
  return h(
    "div",
    { class: `row ${colour}${over ? " over" : ""}${!free && count === limit ? " full-up" : ""}`, role: "img", "aria-label": label },
    shape(colour),
    h("div", { class: "cells" }, cells),
    h("b", { class: "figure" }, over ? h("small", {}, `+${over}`) : null, String(count)),
  );
}
