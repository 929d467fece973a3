// Trollfjord in a past game: what the table screen showed then, on the board that it was played on.

import { $ } from "/static/js/dom.js";
import { sections } from "/static/js/sections.js";
import { showEnding } from "./ending.js";
import { NO_OFFERS, trollMap, usePlan } from "./map.js";
import { showPeople } from "./people.js";
import { byHand, scenery } from "./scenery.js";
import { showTreasures } from "./treasures.js";

/** @type {(tools: PartTools["replay"] & { backdrop: Plan }) => Parts["replay"]} */
export function part({ slot, record, backdrop }) {
  const { treasures, map, ending, people } = sections(slot, {
    treasures: "ul",
    map: "section",
    ending: "section",
    people: "section",
  });
  const showMap = trollMap(map, () => {});

  /** @param {TrollfjordStep} step */
  function show(step) {
    const view = { ...step, version: step.after, seat: null };
    const now = scenery(view.scene);
    usePlan(view.scene.began, backdrop);
    map.hidden = now !== "map";
    $("hammering").hidden = now !== "hammering";
    people.hidden = false;
    if (!byHand(view.scene)) showMap(view, NO_OFFERS);
    showPeople(people, view);
    showTreasures(treasures, view);
    treasures.hidden ||= now !== "hammering";
    showEnding(ending, view, null);
    ending.querySelector("a[href='/record.json']")?.setAttribute("href", record);
    return true;
  }

  return { show };
}
