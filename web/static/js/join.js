// Pick a seat: each is a card in its player's colour; the page follows what the others do.

import { $, draw, h, token, words } from "./dom.js";
import { listen, post } from "./link.js";
import { press } from "./asking.js";

listen("play", (view) => {
  const quiet = !view.game || view.ended;
  $("quiet").hidden = !quiet;
  $("pick").hidden = quiet;
  if (quiet) return;
  draw($("seats"), [view.seats, view.seat], () => view.seats.map((seat, number) => card(seat, number, view.seat)));
});

function card(seat, number, own) {
  const mine = number === own;
  const state = mine ? words.yours : seat.held ? words.taken : words.free;
  const button = h(
    "button",
    { class: `seat${mine ? " mine" : ""}${seat.held && !mine ? " held" : ""}`, type: "button", data: { seat: number } },
    token(seat, "large"),
    h("span", { class: "name" }, seat.name),
    h("small", {}, state),
  );
  button.addEventListener("click", () => (mine ? location.assign("/play") : press(button, () => sit(number))));
  return h("li", {}, button);
}

async function sit(number) {
  const answer = await post("/api/join", { seat: number });
  if (answer.ok) location.assign("/play");
  return answer;
}
