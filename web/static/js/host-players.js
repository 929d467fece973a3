// Names and colours of those who play. It knows no game: how many there may be and which colours comes with the words.

import { button, every, h, icon, painted, words } from "./dom.js";

/** @typedef {{ group: Player[], game: Group, redraw: () => void, typed: () => void }} Cards */

/**
 * @param {Player[]} group changed in place
 * @param {Group} game
 * @param {() => void} redraw after a change of who plays
 * @param {() => void} typed after each letter of a name
 * @returns {HTMLElement[]}
 */
export function playerCards(group, game, redraw, typed = () => {}) {
  fit(group, game);
  const cards = { group, game, redraw, typed };
  const add = () => {
    group.push(another(group, game));
    redraw();
  };
  return [
    ...group.map((seat, index) => card(cards, seat, index)),
    ...(group.length < game.most
      ? [button([icon("plus"), words.add], "quiet wide", add, { data: { do: "add" } })]
      : []),
  ];
}

/** @type {(group: Player[], game: Group) => void} */
function fit(group, game) {
  while (group.length < game.least) group.push(another(group, game));
  group.splice(game.most);
  for (const seat of group)
    if (!game.colours.some((colour) => colour.name === seat.colour)) seat.colour = another(group, game).colour;
}

/** Somebody without a name, in a colour that is free. @type {(group: Player[], game: Group) => Player} */
function another(group, game) {
  const free = game.colours.find(({ name }) => !group.some((seat) => seat.colour === name));
  return { name: "", colour: free?.name ?? "" };
}

/** @type {(cards: Cards, seat: Player, index: number) => HTMLElement} */
function card(cards, seat, index) {
  const { group, game, redraw } = cards;
  const name = nameOf(cards, seat, index);
  const choose = (/** @type {string} */ colour) => {
    pick(group, seat, colour);
    redraw();
  };
  const leaves = () => {
    group.splice(index, 1);
    redraw();
  };
  const remove =
    group.length > game.least ? button(icon("minus"), "quiet", leaves, { "aria-label": words.remove }) : null;
  return h(
    "div",
    { class: "card player" },
    h("div", { class: "line" }, name, remove),
    h(
      "div",
      { class: "colours", role: "group", "aria-label": words.colour },
      game.colours.map((colour) => pickable(colour, colour.name === seat.colour, () => choose(colour.name))),
    ),
  );
}

/** @type {(cards: Cards, seat: Player, index: number) => HTMLElement} */
const nameOf = ({ group, typed }, seat, index) =>
  h("input", {
    value: seat.name,
    maxlength: 20,
    placeholder: `${words.player} ${index + 1}`,
    "aria-label": `${words.player} ${index + 1}: ${words.name}`,
    autocomplete: "off",
    autocapitalize: "words",
    enterkeyhint: index < group.length - 1 ? "next" : "done",
    oninput: ({ target }) => {
      seat.name = target.value;
      typed();
    },
    onkeydown: ({ key, target }) => {
      if (key === "Enter") leave(/** @type {HTMLElement} */ (target));
    },
  });

/** @type {(colour: ColourName, chosen: boolean, work: () => void) => HTMLElement} */
function pickable(colour, chosen, work) {
  const piece = h(
    "button",
    {
      class: "token pick",
      type: "button",
      "aria-label": colour.text,
      title: colour.text,
      data: { colour: colour.name },
      "aria-pressed": String(chosen),
      onclick: work,
    },
    chosen ? icon("tick") : "",
  );
  return painted(piece, colour);
}

/** The keyboard's own key leads to the next name, and away after the last. @param {HTMLElement} name */
function leave(name) {
  const names = every(document, ".player input");
  const next = names[names.indexOf(name) + 1];
  if (next) next.focus();
  else name.blur();
}

/** @type {(group: Player[], seat: Player, colour: string) => void} */
function pick(group, seat, colour) {
  // Two who want the same colour swap: nobody has to clear one first.
  const other = group.find((each) => each !== seat && each.colour === colour);
  if (other) other.colour = seat.colour;
  seat.colour = colour;
}
