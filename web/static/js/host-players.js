// Names and colours of those who play. It knows no game: how many there may be and which colours comes with the words.

import { button, every, fill, h, icon, painted, within, words } from "./dom.js";

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

/** Each name that more than one has, with all who have it. @type {(names: string[]) => SeatsFault[]} */
export function namesakes(names) {
  const trimmed = names.map((name) => name.trim());
  const twice = new Set(trimmed.filter((name, index) => name && trimmed.indexOf(name) < index));
  return [...twice].map((name) => ({
    seats: trimmed.flatMap((each, index) => (each === name ? [index] : [])),
    text: fill(words.namesakes, { name }),
  }));
}

/** Beside the last of those who share a fault. @type {(cards: HTMLElement[], faults: SeatsFault[]) => void} */
export function tellAt(cards, faults) {
  for (const { seats, text } of faults) {
    const seat = seats[seats.length - 1];
    const input = within(cards[seat], "input");
    input.setAttribute("aria-describedby", `fault-${seat}`);
    input.setAttribute("aria-invalid", "true");
    within(cards[seat], ".line").after(h("p", { class: "refusal", id: `fault-${seat}`, role: "alert" }, text));
  }
}

/** The cards stay as they are while somebody types: a new one would lose the keyboard. @param {HTMLElement} group */
export function untell(group) {
  for (const line of every(group, ".player .refusal")) line.remove();
  for (const input of every(group, ".player [aria-invalid]")) {
    input.removeAttribute("aria-describedby");
    input.removeAttribute("aria-invalid");
  }
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
