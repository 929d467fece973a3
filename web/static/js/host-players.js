// Names and colours of those who play. It knows no game: how many there may be and which colours comes with the words.

import { h, icon, words } from "./dom.js";

// `redraw` after a change of who plays; `typed` after each letter of a name.
export function playerCards(group, game, redraw, typed = () => {}) {
  fit(group, game);
  const cards = group.map((seat, index) => card(group, seat, index, game, redraw, typed));
  if (group.length < game.most)
    cards.push(
      h("button", { class: "button quiet wide", type: "button", data: { do: "add" }, onclick: () => (group.push({ name: "", colour: free(group, game) }), redraw()) }, icon("plus"), words.add),
    );
  return cards;
}

function fit(group, game) {
  while (group.length < game.least) group.push({ name: "", colour: free(group, game) });
  group.splice(game.most);
  for (const seat of group) if (!game.colours.some((colour) => colour.name === seat.colour)) seat.colour = free(group, game);
}

const free = (group, game) => game.colours.map((colour) => colour.name).find((name) => !group.some((seat) => seat.colour === name));

function card(group, seat, index, game, redraw, typed) {
  const name = h("input", {
    value: seat.name,
    maxlength: 20,
    placeholder: `${words.player} ${index + 1}`,
    "aria-label": `${words.player} ${index + 1}: ${words.name}`,
    autocomplete: "off",
    autocapitalize: "words",
    enterkeyhint: index < group.length - 1 ? "next" : "done",
    oninput: (event) => ((seat.name = event.target.value), typed()),
    onkeydown: (event) => event.key === "Enter" && leave(name),
  });
  const picks = game.colours.map((colour) =>
    h(
      "button",
      {
        class: `token pick ${colour.name}`,
        type: "button",
        "aria-label": colour.text,
        title: colour.text,
        data: { colour: colour.name },
        "aria-pressed": String(colour.name === seat.colour),
        onclick: () => (pick(group, seat, colour.name), redraw()),
      },
      colour.name === seat.colour ? icon("tick") : "",
    ),
  );
  const remove =
    group.length > game.least
      ? h("button", { class: "button quiet", type: "button", "aria-label": words.remove, onclick: () => (group.splice(index, 1), redraw()) }, icon("minus"))
      : null;
  return h("div", { class: "card player" }, h("div", { class: "line" }, name, remove), h("div", { class: "colours", role: "group", "aria-label": words.colour }, picks));
}

// The keyboard's own key leads to the next name, and away after the last.
function leave(name) {
  const names = [...document.querySelectorAll(".player input")];
  const next = names[names.indexOf(name) + 1];
  if (next) next.focus();
  else name.blur();
}

function pick(group, seat, colour) {
  // Two who want the same colour swap: nobody has to clear one first.
  const other = group.find((each) => each !== seat && each.colour === colour);
  if (other) other.colour = seat.colour;
  seat.colour = colour;
}
