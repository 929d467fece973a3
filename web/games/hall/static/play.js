// The Hall on a player's page: the mountain, one's own trolls, what is on offer and what happened, one look at a time.

import { dress } from "/static/js/dressing.js";
import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { answers, dressingOf } from "./answers.js";
import { showEnding } from "./ending.js";
import { drawingOf, mountainToTap } from "./mountain.js";
import { showOffer } from "./offer.js";
import { showOwn, showPeople } from "./people.js";

/** What there is to look at, by how much is kept here; the first is what fits as a rule. */
const KEPT = {
  everything: ["hall-map", "trolls", "offer", "story"],
  mapless: ["trolls", "offer", "story"],
  honour: ["people", "story"],
};
const LOOKS = ["ending", "people", ...KEPT.everything];

/** @type {PartModule<"play">["part"]} */
export function part({ slot, looks, redraw }) {
  const {
    ending,
    "hall-map": mountain,
    trolls,
    people,
    latest,
    offer,
    story,
  } = sections(slot, {
    ending: "section",
    "hall-map": "section mountain",
    trolls: "section",
    people: "section",
    latest: "ol story",
    offer: "section",
    story: "ol",
  });
  const showMountain = mountainToTap(mountain, redraw);
  const looked = looks(LOOKS);
  /** @type {HallSeatView | null} */
  let now = null;
  dress(
    dressingOf(
      () => now,
      ({ columns }) => (now && now.scene.mountain?.columns === columns ? drawingOf(now, redraw) : null),
    ),
  );
  document.body.classList.add("hall");

  /** @type {(view: HallSeatView, before: View | null) => boolean} */
  function show(view, before) {
    now = view;
    const { scene } = view;
    const there = KEPT[scene.way];
    const look = looked.show(fitting(view), scene.ending ? ["ending", ...there] : there);
    for (const each of [mountain, trolls, people, offer, story]) each.hidden = each.id !== look;
    latest.hidden = look !== "hall-map" && look !== "people";
    showMountain(view);
    showOwn(trolls, view);
    showPeople(people, view);
    showOffer(offer, view);
    showStory(story, view);
    showStory(latest, view, 3);
    showEnding(ending, view, before);
    ending.hidden ||= look !== "ending";
    return true;
  }

  function leave() {
    dress(null);
    looked.leave();
    document.body.classList.remove("hall");
  }

  return { show, answers, leave };
}

/** One's own cascade is watched where it runs. @type {(view: HallSeatView) => string} */
function fitting({ scene, seat }) {
  if (scene.ending) return "ending";
  return scene.cascade?.seat === seat && scene.way === "everything" ? "trolls" : KEPT[scene.way][0];
}
