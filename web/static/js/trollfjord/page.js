// Trollfjord on a player's page: map, people and story, one look at a time, and its own ways to answer.

import { $, h, icon, words } from "../dom.js";
import { forget, offersOf, ownAnswers, placing } from "./answers.js";
import { showEnding } from "./ending.js";
import { trollMap } from "./map.js";
import { showPeople } from "./people.js";
import { showStory } from "./story.js";
import { showTreasures } from "./treasures.js";

const LOOKS = ["map", "people", "story"];
const AT_TOWER = ["hammers", "gives"];

// `play` answers for the map; `redraw` shows the page again after a look was chosen.
export function trollfjord(play, redraw) {
  let look = null; // chosen by the player; null follows the game
  let phase = null;
  const map = trollMap($("map"), redraw);
  const buttons = LOOKS.map((name) =>
    h("button", { class: "look", type: "button", "aria-label": words[name], "aria-pressed": "false", data: { look: name }, onclick: () => choose(name) }, icon(`look-${name}`)),
  );
  $("looks").append(...buttons);

  function choose(name) {
    look = look === name ? null : name;
    redraw();
  }

  function show(view, before) {
    const { scene } = view;
    document.body.classList.toggle("trollfjord", Boolean(scene));
    $("looks").hidden = !scene;
    if (!scene) return false;
    if (phase !== scene.phase && look === "map") look = null;
    phase = scene.phase;
    const natural = scene.ending ? "ending" : AT_TOWER.includes(scene.phase) ? "hammering" : "map";
    const now = look ?? natural;
    document.body.dataset.look = now;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.look === now));
    for (const name of ["map", "people", "story"]) $(name).hidden = now !== name;
    $("hammering").hidden = now !== "hammering";
    showTreasures($("treasures"), view);
    if (!["hammering", "map"].includes(now) || scene.phase === "draws") $("treasures").hidden = true;
    map(view, offersOf(view, play));
    showPeople($("people"), view);
    showStory($("story"), view);
    showStory($("latest"), view, 3);
    $("latest").hidden = now !== "map";
    showEnding($("ending"), view, Boolean(before?.scene && !before.scene.ending && scene.ending));
    $("ending").hidden ||= now !== "ending";
    return true;
  }

  const answers = (prompt, view, send, again) => (view.scene ? ownAnswers(prompt, view, send, again) : null);
  return { show, answers, forget, picked: placing };
}
