// The treasures of the fortress being hammered at: each lights up when enough boulders lie on the table,
// with only an edge where neither of the two has a troll to fetch it.

import { draw, h, icon, token, words } from "../dom.js";

export function showTreasures(root, view) {
  const { scene, hammering } = view;
  root.hidden = !hammering || !scene.spot;
  if (root.hidden) return;
  const { regions } = scene.spots.find((spot) => spot.id === scene.spot);
  const found = regions.map((id) => scene.regions.find((region) => region.id === id));
  const pair = [hammering.hammerer, hammering.comrade].filter((seat) => seat !== null);
  draw(root, [found, hammering.total, pair, view.seats], () => found.map((region) => treasure(region, hammering.total, pair, view.seats)));
}

function treasure(region, total, pair, seats) {
  const there = region.treasure !== null;
  const short = there ? region.treasure - total : 0;
  const lit = there && short <= 0;
  const takers = pair.filter((seat) => region.trolls[seat]);
  const state = !there ? " gone" : lit && takers.length ? " lit" : lit ? " lit unreachable" : "";
  return h(
    "li",
    { class: `treasure${state}` },
    h("b", { class: "figure" }, there ? String(region.treasure) : "–"),
    h("span", { class: "where" }, icon(region.landscape), h("span", {}, region.name)),
    h(
      "span",
      { class: "need" },
      lit ? icon("tick", "icon", words.reached) : there ? h("small", {}, words.short.replace("{count}", short)) : null,
      takers.map((seat) => token(seats[seat], "tiny")),
    ),
  );
}
