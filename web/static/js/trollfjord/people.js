// Everyone's belt, crowns, gifts and sack, as far as this onlooker may see them.

import { draw, h, icon, token, words } from "../dom.js";

const BELT = ["I", "II", "III", "+"];

export function showPeople(root, view) {
  const order = [...view.seats.keys()].sort((a, b) => (b === view.seat) - (a === view.seat));
  draw(root, [view.scene.players, view.standings, view.seats, view.seat, view.scene.turn, view.scene.up_next], () => order.map((seat) => person(view, seat)));
}

function person(view, seat) {
  const player = view.scene.players[seat];
  const standing = view.standings.find((each) => each.seat === seat);
  return h(
    "section",
    { class: `person${seat === view.seat ? " mine" : ""}`, data: { seat } },
    h(
      "header",
      {},
      token(view.seats[seat]),
      h("div", { class: "who" }, h("b", {}, view.seats[seat].name), h("small", {}, role(view, seat))),
      h("p", { class: "score" }, standing.at_least ? h("small", {}, `${words.at_least} `) : null, h("b", { class: "figure" }, String(standing.score))),
    ),
    h("div", { class: "holdings" }, belt(player), gifts(player), sack(player, seat === view.seat), fact("troll", words.supply, String(player.supply))),
  );
}

function role(view, seat) {
  if (view.scene.players[seat].lying) return words.lying;
  if (view.scene.ending) return "";
  if (seat === view.scene.turn) return words.turn;
  return seat === view.scene.up_next ? words.up_next : "";
}

const belt = (player) =>
  h(
    "ol",
    { class: "belt", "aria-label": words.belt },
    BELT.map((space, index) => {
      const value = player.belt[index];
      const crowned = player.crowns.includes(space);
      return h(
        "li",
        { class: value === undefined ? "bare" : "" },
        h("small", {}, space, crowned ? icon("crown", "icon crowned", words.crown) : null),
        h("b", { class: "figure" }, value === undefined ? "–" : String(value)),
      );
    }),
  );

const fact = (name, label, value) =>
  h("p", { class: `fact ${name}` }, icon(name), h("span", { class: "unseen" }, `${label}: `), h("b", { class: "figure" }, value));

const gifts = (player) => fact("gift", words.gifts, player.gifts.length ? player.gifts.join(" · ") : "–");

function sack(player, own) {
  if (player.sack) return fact("sack", own ? words.your_sack : words.sack, player.sack.length ? player.sack.join(" · ") : "–");
  return fact("sack", words.sack, player.sack_count ? `${player.sack_count} × ?` : "–");
}
