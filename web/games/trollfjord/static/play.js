// Trollfjord on a player's page: map, people and story, one look at a time, and its own ways to answer.

import { $, h, icon, words } from "/static/js/dom.js";
import { forget, offersOf, ownAnswers } from "./answers.js";
import { showEnding } from "./ending.js";
import { trollMap } from "./map.js";
import { showPeople } from "./people.js";
import { scenery, sections } from "./sections.js";
import { showStory } from "./story.js";
import { showTreasures } from "./treasures.js";

/** @typedef {"map" | "people" | "story"} Look */

/** @type {Look[]} */
const LOOKS = ["map", "people", "story"];

/** @type {PartModule<"play">["part"]} */
export function part({ slot, bar, answer, redraw }) {
  /** @type {Look | null} */
  let look = null; // chosen by the player; null follows the game
  /** @type {string | null} */
  let phase = null;
  const shown = sections(slot, "treasures", "map", "latest", "people", "story", "ending");
  const { treasures, map, latest, people, story, ending } = shown;
  const showMap = trollMap(map, redraw);
  const buttons = LOOKS.map((name) =>
    h(
      "button",
      {
        class: "look",
        type: "button",
        "aria-label": words[name],
        "aria-pressed": "false",
        data: { look: name },
        onclick: () => choose(name),
      },
      icon(`look-${name}`),
    ),
  );
  bar.append(h("div", { class: "looks", role: "group", "aria-label": words.looks }, buttons));
  document.body.classList.add("trollfjord");

  /** @param {Look} name */
  function choose(name) {
    look = look === name ? null : name;
    redraw();
  }

  /** @type {(view: TrollfjordSeatView, before: TrollfjordSeatView | QuietView | null) => boolean} */
  function show(view, before) {
    const { scene } = view;
    if (phase !== scene.phase && look === "map") look = null;
    phase = scene.phase;
    const now = look ?? scenery(scene);
    document.body.dataset.look = now;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.look === now));
    for (const name of LOOKS) shown[name].hidden = now !== name;
    $("hammering").hidden = now !== "hammering";
    showTreasures(treasures, view);
    if (!["hammering", "map"].includes(now) || scene.phase === "draws") treasures.hidden = true;
    showMap(view, offersOf(view, answer));
    showPeople(people, view);
    showStory(story, view);
    showStory(latest, view, 3);
    latest.hidden = now !== "map";
    showEnding(ending, view, before);
    ending.hidden ||= now !== "ending";
    return true;
  }

  function leave() {
    forget();
    document.body.classList.remove("trollfjord");
    delete document.body.dataset.look;
  }

  return { show, answers: ownAnswers, forget, leave };
}
