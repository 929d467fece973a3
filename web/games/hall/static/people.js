// Who has what: a card for each player or team, with their honour, storage and pyramids. One's own comes first.

import { fill, h, icon, token, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";
import { goodsRow } from "./goods.js";
import { cascadeInWords, mootPyramid } from "./pyramid.js";

/** @type {(root: HTMLElement, view: HallShown) => void} */
export function showOwn(root, view) {
  draw(root, view, ({ scene, seats, seat }) => {
    if (seat === null) return [];
    const side = scene.sides.find((each) => each.seats.includes(seat));
    if (!side) return [];
    const cascade = scene.cascade?.seat === seat ? scene.cascade : null;
    return [
      mootPyramid(scene.moots[seat], cascade, "own"),
      cascade ? h("ol", { class: "cascade-told", "aria-label": words.cascade }, cascadeInWords(cascade)) : null,
      h("h2", {}, side.seats.length > 1 ? words.team_storage : words.storage),
      goodsRow(side.storage),
      h("h2", {}, words.spendable),
      goodsRow(scene.spendable[seat]),
      side.pedestals.length ? [h("h2", {}, words.pedestals), pedestalRow(side.pedestals)] : null,
      side.tokens?.length ? [h("h2", {}, words.tokens), tokenRow(side.tokens)] : null,
      scene.sides.map((each) => others(each, seat, scene, seats)),
    ];
  });
}

/** @type {(pedestals: Clan[]) => HTMLElement} */
const pedestalRow = (pedestals) =>
  h(
    "ul",
    { class: "goods" },
    pedestals.map((clan) => h("li", {}, icon(`hall-${clan}`, "icon pedestal-chip", words[`pedestal_${clan}`]))),
  );

/** @type {(tokens: number[]) => HTMLElement} */
const tokenRow = (tokens) =>
  h(
    "ul",
    { class: "goods tokens" },
    tokens.map((worth) => h("li", { class: "point-token figure" }, String(worth))),
  );

/**
 * The others' trolls, and a partner's.
 * @type {(side: HallSide, own: number, scene: HallScene, seats: Seat[]) => Child[]}
 */
const others = (side, own, scene, seats) =>
  side.seats
    .filter((seat) => seat !== own)
    .map((seat) => [
      h("h2", { class: "whose" }, token(seats[seat], "tiny"), fill(words.trolls_of, { name: seats[seat].name })),
      mootPyramid(scene.moots[seat], scene.cascade?.seat === seat ? scene.cascade : null, "small"),
      side.seats.includes(own) ? null : h("div", { class: "others" }, holdings(side)),
    ]);

/** @type {(side: HallSide) => Child[]} */
const holdings = (side) => [
  goodsRow(side.storage),
  side.pedestals.length ? pedestalRow(side.pedestals) : null,
  side.token_count ? faceDown(side.token_count) : null,
];

/** @type {(count: number) => HTMLElement} */
const faceDown = (count) =>
  h(
    "span",
    { class: "face-down", role: "img", "aria-label": fill(words.tokens_taken, { count }) },
    Array.from({ length: count }, () => h("i")),
  );

/** For the room: everyone alike, in turn order. @type {(root: HTMLElement, view: HallShown) => void} */
export function showPeople(root, view) {
  draw(root, view, ({ scene, seats, standings }) =>
    [...scene.sides]
      .sort((one, other) => scene.order.indexOf(one.seats[0]) - scene.order.indexOf(other.seats[0]))
      .map((side) =>
        h(
          "div",
          { class: `side${side.seats.includes(scene.turn) ? " turn" : ""}` },
          h(
            "div",
            { class: "who" },
            side.seats.map((seat) => [
              token(seats[seat], seat === scene.turn ? "tiny turn" : "tiny"),
              h("b", { class: "name" }, seats[seat].name),
            ]),
            scene.crowned
              .filter(({ seat }) => side.seats.includes(seat))
              .map(({ seat, worth }) =>
                icon("crown", "icon crowned", fill(words.crown_taken, { name: seats[seat].name, worth })),
              ),
            honour(standings.find(({ seat }) => side.seats.includes(seat))),
          ),
          scene.way === "honour"
            ? null
            : h(
                "div",
                { class: "what" },
                side.seats.map((seat) =>
                  mootPyramid(scene.moots[seat], scene.cascade?.seat === seat ? scene.cascade : null, "tiny"),
                ),
                h("div", { class: "others" }, holdings(side)),
              ),
        ),
      ),
  );
}

/** @param {Standing | undefined} standing */
const honour = (standing) =>
  standing ? h("b", { class: "figure honour" }, `${standing.score}${standing.at_least ? "+" : ""}`) : null;

/** Who comes after whom. @type {(root: HTMLElement, view: HallShown) => void} */
export function showOrder(root, view) {
  draw(root, view, ({ scene, seats }) => [
    h("span", { class: "label" }, words.turn_order),
    scene.order.map((seat) => token(seats[seat], seat === scene.turn ? "tiny turn" : "tiny")),
    scene.turns_left === null
      ? null
      : h("span", { class: "label last" }, fill(words.last_turns, { count: scene.turns_left + 1 })),
  ]);
}
