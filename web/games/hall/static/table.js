// The Hall on the table screen: the mountain, and beside it everyone's honour, trolls and storage, what is on offer,
// and what happened.

import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { showEnding } from "./ending.js";
import { mountainToSee } from "./mountain.js";
import { showBriefly } from "./offer.js";
import { showOrder, showPeople } from "./people.js";

const LINES = 4;

/** @type {PartModule<"table">["part"]} */
export function part({ slot, beside, redraw }) {
  const { ending, "hall-map": mountain } = sections(slot, { ending: "section", "hall-map": "section mountain" });
  const aside = sections(beside, { turn_order: "p order", people: "section", offer: "section briefly", story: "ol" });
  const showMountain = mountainToSee(mountain, redraw);
  document.body.classList.add("hall");

  /** @type {(view: HallView, before: View | null) => boolean} */
  function show(view, before) {
    const { scene } = view;
    mountain.hidden = Boolean(scene.ending) || !scene.mountain;
    document.body.classList.toggle("by-hand", !scene.mountain && !scene.ending);
    for (const each of Object.values(aside)) each.hidden = false;
    aside.offer.hidden = scene.way === "honour";
    showMountain(view);
    showOrder(aside.turn_order, view);
    showPeople(aside.people, view);
    showBriefly(aside.offer, view);
    showStory(aside.story, view, LINES);
    showEnding(ending, view, before);
    return true;
  }

  const leave = () => document.body.classList.remove("hall", "by-hand");
  return { show, leave };
}
