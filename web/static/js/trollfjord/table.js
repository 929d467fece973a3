// Trollfjord on the table screen: the map or the hammering, and beside it who is next, how everyone stands, what happened.

import { $, showLine, words } from "../dom.js";
import { showEnding } from "./ending.js";
import { trollMap } from "./map.js";
import { showPeople } from "./people.js";
import { showStory } from "./story.js";
import { showTreasures } from "./treasures.js";

const LINES = 5;
const NOTHING = { regions: new Map(), spots: new Map(), spaces: new Map() };

export function trollfjordTable(redraw) {
  const map = trollMap($("map"), redraw);
  return (view, before) => {
    const scene = view.scene;
    document.body.classList.toggle("trollfjord", Boolean(scene));
    for (const id of ["map", "people", "story", "up-next", "ending", "treasures"]) $(id).hidden = true;
    if (!scene) return;
    const now = scene.ending ? "ending" : ["hammers", "gives"].includes(scene.phase) ? "hammering" : "map";
    $("hammering").hidden = now !== "hammering";
    $("map").hidden = now !== "map";
    $("people").hidden = $("story").hidden = false;
    map(view, NOTHING);
    showPeople($("people"), view);
    showStory($("story"), view, LINES);
    if (now === "hammering") showTreasures($("treasures"), view);
    const next = scene.ending || scene.up_next === null ? null : view.seats[scene.up_next].name;
    showLine($("up-next"), next && words.next.replace("{name}", next));
    showEnding($("ending"), view, Boolean(before?.scene && !before.scene.ending && scene.ending));
    document.body.dataset.version = view.version;
  };
}
