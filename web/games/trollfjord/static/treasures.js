// The treasures of the fortress being hammered at: each lights up when enough boulders lie on the table,
// with only an edge where neither of the two has a troll to fetch it.

import { fill, h, icon, token, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {(root: HTMLElement, view: SceneView) => void} */
export function showTreasures(root, view) {
  root.hidden = !view.hammering || !view.scene.spot;
  draw(root, view, ({ hammering, scene, seats }) => {
    const spot = scene.spots.find(({ id }) => id === scene.spot);
    if (!hammering || !spot) return null;
    const pair = [hammering.hammerer, ...(hammering.comrade === null ? [] : [hammering.comrade])];
    const met = spot.regions.flatMap((id) => scene.regions.filter((region) => region.id === id));
    return met.map((region) => {
      const takers = pair.filter((seat) => region.trolls[seat]).map((seat) => seats[seat]);
      return treasure(region, hammering.total, takers);
    });
  });
}

/** @type {(region: SceneRegion, total: number, takers: Seat[]) => HTMLElement} */
function treasure(region, total, takers) {
  const { kind, figure, said } = stateOf(region.treasure, total, takers.length > 0);
  return h(
    "li",
    { class: `treasure${kind}` },
    h("b", { class: "figure" }, figure),
    h("span", { class: "where" }, icon(region.landscape), h("span", {}, region.name)),
    h(
      "span",
      { class: "need" },
      said,
      takers.map((seat) => token(seat, "tiny")),
    ),
  );
}

/** @typedef {{ kind: string, figure: string, said: Child }} Told */

/** @type {(worth: number | null, total: number, reachable: boolean) => Told} */
function stateOf(worth, total, reachable) {
  if (worth === null) return { kind: " gone", figure: "–", said: null };
  const figure = String(worth);
  if (worth > total) return { kind: "", figure, said: h("small", {}, fill(words.short, { count: worth - total })) };
  return { kind: reachable ? " lit" : " lit unreachable", figure, said: icon("tick", "icon", words.reached) };
}
