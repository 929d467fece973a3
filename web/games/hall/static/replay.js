// The Hall in a past game: the mountain and everyone's trolls as they stood then.

import { sections } from "/static/js/sections.js";
import { showEnding } from "./ending.js";
import { mountainToSee } from "./mountain.js";
import { showBriefly } from "./offer.js";
import { showPeople } from "./people.js";

/** @type {PartModule<"replay">["part"]} */
export function part({ slot, record }) {
  const {
    ending,
    "hall-map": mountain,
    people,
    offer,
  } = sections(slot, {
    ending: "section",
    "hall-map": "section mountain",
    people: "section",
    offer: "section briefly",
  });
  /** @type {HallStep | null} */
  let now = null;
  const showMountain = mountainToSee(mountain, () => now && show(now));

  /** @param {HallStep} step */
  function show(step) {
    now = step;
    const view = { ...step, seat: null };
    mountain.hidden = !step.scene.mountain;
    people.hidden = false;
    offer.hidden = step.scene.way === "honour";
    showMountain(view);
    showPeople(people, view);
    showBriefly(offer, view);
    showEnding(ending, view, null, record);
    return true;
  }

  return { show };
}
