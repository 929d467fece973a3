// What is to be had: the horde with its bribes, spells, workshops, great halls, pedestal tokens and the coronation; and
// what the marks on the mountain mean.

import { fill, h, icon, token, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";
import { good, hordeCard, hordeInWords } from "./goods.js";
import { rowsOf } from "./pyramid.js";

const HORDE = [5, 4, 3];
const CLANS = /** @type {const} */ (["fire", "ice", "moon"]);
const RUNES = 3;

/** @type {(root: HTMLElement, view: HallShown) => void} */
export function showOffer(root, view) {
  draw(root, view, ({ scene, seats }) => [
    h("h2", {}, words.horde),
    horde(scene.horde),
    ...briefly(scene, seats),
    h("h2", {}, words.halls),
    names(scene.halls),
    h("h2", {}, words.track),
    track(scene.track),
    legend(),
  ]);
}

/** What of it the room wants to see. @type {(root: HTMLElement, view: HallShown) => void} */
export function showBriefly(root, view) {
  draw(root, view, ({ scene, seats }) => briefly(scene, seats));
}

/** @type {(scene: HallScene, seats: Seat[]) => Child[]} */
const briefly = ({ spells, workshops, coronations, crowned }, seats) => [
  h(
    "div",
    { class: "offered" },
    h("h2", {}, words.spellbook),
    h(
      "ul",
      { class: "spells" },
      spells.map(({ name, runes }) => h("li", {}, h("span", {}, name), runeMarks(runes))),
    ),
  ),
  h(
    "div",
    { class: "offered" },
    h("h2", {}, words.workshops),
    names(workshops.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name))),
  ),
  h(
    "div",
    { class: "offered" },
    h("h2", {}, words.crowns),
    h(
      "ul",
      { class: "crowns" },
      coronations.map((worth) =>
        h(
          "li",
          {},
          icon("crown"),
          h("b", { class: "figure" }, String(worth)),
          h("span", {}, fill(words.crown_left, { worth })),
        ),
      ),
      crowned.map(({ seat, worth }) =>
        h(
          "li",
          { class: "gone" },
          token(seats[seat], "tiny"),
          h("span", {}, fill(words.crown_taken, { name: seats[seat].name, worth })),
        ),
      ),
    ),
  ),
];

/** @type {(runes: number) => HTMLElement} */
const runeMarks = (runes) =>
  h(
    "span",
    { class: "rune-marks", role: "img", "aria-label": fill(words.runes_on, { count: runes }) },
    Array.from({ length: RUNES }, (_, index) => good("rune", index < runes ? "held" : "used")),
  );

/** @type {(all: string[]) => HTMLElement} */
const names = (all) =>
  h(
    "ul",
    { class: "names" },
    all.map((name) => h("li", {}, name)),
  );

/** @type {(trolls: (HordeTroll | null)[]) => HTMLElement} */
const horde = (trolls) =>
  h(
    "div",
    { class: "horde" },
    rowsOf(trolls, HORDE).map((row) =>
      h(
        "div",
        { class: "row" },
        row.map((troll) =>
          troll
            ? h("div", { class: "horde-card", role: "img", "aria-label": hordeInWords(troll) }, hordeCard(troll))
            : h("div", { class: "horde-card bare", "aria-hidden": "true" }),
        ),
      ),
    ),
  );

/**
 * The horde with a button on each troll that can be had.
 * @type {(trolls: (HordeTroll | null)[], buttons: HTMLElement[]) => HTMLElement}
 */
export const hordeOf = (trolls, buttons) =>
  h(
    "div",
    { class: "horde" },
    rowsOf(trolls, HORDE).map((row) =>
      h(
        "div",
        { class: "row" },
        row.map((troll) => {
          const button = troll && buttons.find((each) => each.dataset.value === troll.name);
          if (button) button.classList.add("horde-card");
          if (button) return button;
          return h("div", { class: "horde-card away", "aria-hidden": "true" }, troll ? hordeCard(troll) : null);
        }),
      ),
    ),
  );

/** @type {(tiers: (number | "?" | null)[][]) => HTMLElement} */
const track = (tiers) =>
  h(
    "table",
    { class: "track" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td"),
        CLANS.map((clan) =>
          h("th", { scope: "col" }, icon(`hall-${clan}`, `icon clan ${clan}`, words[`clan_${clan}`])),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      tiers.map((worths, tier) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, words[`tier_${tier + 1}`]),
          worths.map((worth) =>
            h(
              "td",
              { class: "figure" },
              worth === null
                ? [h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "unseen" }, words.taken)]
                : String(worth),
            ),
          ),
        ),
      ),
    ),
  );

const GOODS = ["stone", "iron", "heartstone", "cart", "hammer", "rune", "coin"];

const legend = () => [
  h("h2", {}, words.legend),
  h(
    "ul",
    { class: "hall-legend" },
    GOODS.map((kind) => h("li", {}, good(kind), words[`good_${kind}`])),
    CLANS.map((clan) => h("li", {}, icon(`hall-${clan}`, `icon statue-chip ${clan}`), words[`statue_${clan}`])),
    CLANS.map((clan) => h("li", {}, icon(`hall-${clan}`, "icon pedestal-chip"), words[`pedestal_${clan}`])),
    [
      ["rubble", words.rubble],
      ["workshop", words.site],
      ["altar", words.altar],
      ["gate", words.gate],
    ].map(([name, text]) => h("li", {}, icon(`hall-${name}`), text)),
    [1, 2, 3, 4, 5].map((tier) =>
      h(
        "li",
        {},
        h("span", { class: `tier-chip tier-${tier}`, "aria-hidden": "true" }, String(tier)),
        fill(words.tier_worth, { tier: words[`tier_${tier}`], honour: 2 * tier }),
      ),
    ),
  ),
];
