// Everyone's belt, crowns, gifts and sack, as far as this onlooker may see them.

import { h, icon, painted, token, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";
import { byHand } from "./scenery.js";

const BELT = ["I", "II", "III", "+"];

/** @type {(root: HTMLElement, view: SceneView) => void} */
export function showPeople(root, view) {
  draw(root, view, (seen) => {
    const others = [...seen.seats.keys()].filter((seat) => seat !== seen.seat);
    const order = seen.seat === null ? others : [seen.seat, ...others];
    return order.map((seat) => person(seen, seat));
  });
}

/** @type {(view: SceneView, seat: number) => HTMLElement} */
function person(view, seat) {
  const player = view.scene.players[seat];
  const mine = seat === view.seat;
  const standing = view.standings.find((each) => each.seat === seat);
  const card = h(
    "section",
    { class: `person${mine ? " mine" : ""}${hasTurn(view.scene, seat) ? " turn" : ""}`, data: { seat } },
    h(
      "header",
      {},
      token(view.seats[seat]),
      h("div", { class: "who" }, h("b", {}, view.seats[seat].name), h("small", {}, role(view.scene, seat))),
      h(
        "p",
        { class: "score" },
        standing?.at_least ? h("small", {}, `${words.at_least} `) : null,
        h("b", { class: "figure" }, String(standing?.score)),
      ),
    ),
    h(
      "div",
      { class: "holdings" },
      belt(player),
      fact("gift", words.gifts, listed(player.gifts)),
      sack(player, mine),
      byHand(view.scene) ? null : fact("troll", words.supply, String(player.supply)),
    ),
  );
  return painted(card, view.seats[seat]);
}

/** @type {(scene: Scene, seat: number) => boolean} */
const hasTurn = (scene, seat) => seat === scene.turn && !scene.ending && scene.phase !== "gathers";

/** @type {(scene: Scene, seat: number) => string} */
function role(scene, seat) {
  if (scene.players[seat].lying) return words.lying;
  if (scene.ending) return "";
  if (hasTurn(scene, seat)) return words.has_turn;
  return seat === scene.up_next ? words.up_next : "";
}

/** @type {(player: ScenePlayer) => HTMLElement} */
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

/** @type {(name: string, label: string, value: string) => HTMLElement} */
const fact = (name, label, value) =>
  h(
    "p",
    { class: `fact ${name}` },
    icon(name),
    h("span", { class: "unseen" }, `${label}: `),
    h("b", { class: "figure" }, value),
  );

/** @type {(values: number[]) => string} */
const listed = (values) => (values.length ? values.join(" · ") : "–");

/** @type {(player: ScenePlayer, mine: boolean) => HTMLElement} */
function sack(player, mine) {
  if (player.sack) return fact("sack", mine ? words.your_sack : words.sack, listed(player.sack));
  return fact("sack", words.sack, player.sack_count ? `${player.sack_count} × ?` : "–");
}
