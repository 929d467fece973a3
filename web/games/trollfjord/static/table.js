// Trollfjord on the table screen: the map or the hammering, and beside it who is next, how everyone stands, and what
// happened.

import { $, fill, showLine, words } from "/static/js/dom.js";
import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { showEnding } from "./ending.js";
import { NO_OFFERS, trollMap } from "./map.js";
import { showPeople } from "./people.js";
import { byHand, scenery } from "./scenery.js";
import { showTreasures } from "./treasures.js";

const LINES = 5;

/** @type {PartModule<"table">["part"]} */
export function part({ slot, beside, redraw }) {
  const { treasures, map, ending } = sections(slot, { treasures: "ul", map: "section", ending: "section" });
  const aside = sections(beside, { "up-next": "p", people: "section", story: "ol" });
  const { "up-next": upNext, people, story } = aside;
  const showMap = trollMap(map, redraw);
  document.body.classList.add("trollfjord");

  /** @type {(view: TrollfjordView, before: TrollfjordView | QuietView | null) => boolean} */
  function show(view, before) {
    const { scene } = view;
    const now = scenery(scene);
    $("hammering").hidden = now !== "hammering";
    document.body.classList.toggle("by-hand", byHand(scene) && !scene.ending);
    map.hidden = now !== "map";
    people.hidden = false;
    story.hidden = false;
    if (!byHand(view.scene)) showMap(view, NO_OFFERS);
    showPeople(people, view);
    showStory(story, view, LINES);
    showTreasures(treasures, view);
    treasures.hidden ||= now !== "hammering";
    const next = scene.ending || scene.up_next === null ? null : view.seats[scene.up_next].name;
    showLine(upNext, next && fill(words.next_is, { name: next }));
    showEnding(ending, view, before);
    return true;
  }

  const leave = () => document.body.classList.remove("trollfjord", "by-hand");
  return { show, leave };
}
