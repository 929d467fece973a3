// Trollfjord on a player's page: map, people and story, one look at a time, and its own ways to answer.

import { $ } from "/static/js/dom.js";
import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { forget, offersOf, ownAnswers } from "./answers.js";
import { showEnding } from "./ending.js";
import { trollMap } from "./map.js";
import { showPeople } from "./people.js";
import { byHand, scenery } from "./scenery.js";
import { showTreasures } from "./treasures.js";

const ALWAYS = ["map", "people", "story"];
const LOOKS = ["hammering", "ending", ...ALWAYS];

/** @type {PartModule<"play">["part"]} */
export function part({ slot, looks, answer, redraw }) {
  const { treasures, map, latest, people, story, ending } = sections(slot, {
    treasures: "ul",
    map: "section",
    latest: "ol story",
    people: "section",
    story: "ol",
    ending: "section",
  });
  const showMap = trollMap(map, redraw);
  const looked = looks(LOOKS);
  document.body.classList.add("trollfjord");

  /** @type {(view: TrollfjordSeatView, before: TrollfjordSeatView | QuietView | null) => boolean} */
  function show(view, before) {
    const { scene } = view;
    const passing = [view.hammering ? "hammering" : "", scene.ending ? "ending" : ""].filter(Boolean);
    const always = byHand(scene) ? ALWAYS.filter((look) => look !== "map") : ALWAYS;
    const now = looked.show(scenery(scene), [...passing, ...always]);
    for (const part of [map, people, story]) part.hidden = now !== part.id;
    $("hammering").hidden = now !== "hammering";
    const offers = offersOf(view, answer);
    showTreasures(treasures, view, offers);
    if (!["hammering", "map"].includes(now) || scene.phase === "draws") treasures.hidden = true;
    if (!byHand(scene)) showMap(view, offers);
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
    looked.leave();
    document.body.classList.remove("trollfjord");
  }

  return { show, answers: ownAnswers, forget, leave };
}
