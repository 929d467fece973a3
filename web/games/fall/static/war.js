// What stands beside the mountain: everyone's supplies, the gate cards, the gnome wheel, champions on offer, and the
// votes of the clans.

import { fill, h, icon, painted, s, token, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {(root: HTMLElement, view: FallShown) => void} */
export function showPlayers(root, view) {
  draw(root, view, ({ scene, seats }) =>
    scene.players.map((player, seat) =>
      painted(
        h(
          "li",
          { class: seat === scene.turn ? "fall-player turn" : "fall-player" },
          token(seats[seat], "tiny"),
          h("span", { class: "name" }, seats[seat].name),
          count("sym-honour", player.honour, words.honour),
          scene.whole
            ? [
                count("sym-supplies", player.supplies, words.supplies),
                count("sym-despair", player.despair, words.despair),
                count("sym-reinforce", player.reserve, words.reserve),
              ]
            : null,
        ),
        seats[seat],
      ),
    ),
  );
}

/** @type {(name: string, value: number, label: string) => HTMLElement} */
const count = (name, value, label) =>
  h(
    "span",
    { class: "fall-count", title: label },
    icon(name, "icon", label),
    h("b", { class: "figure" }, String(value)),
  );

/** On a track. @type {(seat: Seat, many: number) => HTMLElement} */
const disc = (seat, many) =>
  h("span", { class: "fall-disc" }, token(seat, "tiny"), h("b", { class: "figure" }, String(many)));

/** @type {(root: HTMLElement, view: FallShown) => void} */
export function showWar(root, view) {
  draw(root, view, ({ scene, seats }) => [
    h(
      "div",
      { class: "fall-row" },
      scene.row.map(({ clan, text, open }, index) =>
        h(
          "span",
          { class: open ? "gate-card open" : "gate-card", "aria-label": text, role: "img" },
          clan ? icon(`clan-${clan}`) : h("span", { class: "figure" }, String(index + 1)),
        ),
      ),
      scene.wheel ? wheelOf(scene.wheel) : null,
    ),
    h(
      "ul",
      { class: "fall-offer" },
      scene.offer.map((champion) =>
        h(
          "li",
          {},
          icon(`clan-${champion.clan}`),
          h("b", {}, champion.name),
          h("span", { class: "figure votes" }, `+${champion.votes}`),
          champion.discs.map(([seat, influence]) => disc(seats[seat], influence)),
          champion.ability ? h("small", {}, champion.ability) : null,
        ),
      ),
    ),
  ]);
}

const WHEEL = 60;
const SIGNS = /** @type {Record<string, string>} */ ({
  reinforce: "sym-reinforce",
  influence: "sym-influence",
  honour: "sym-honour",
  trolls: "sym-advance",
});

/**
 * Spaces in a ring, the pawn on one, a wire behind two.
 * @type {(wheel: NonNullable<FallScene["wheel"]>) => SVGElement}
 */
function wheelOf({ effects, texts, at, boost_wire, breach_wire, beside }) {
  const each = (2 * Math.PI) / effects.length;
  const size = Math.min(20, 270 / effects.length);
  const spot = (/** @type {number} */ space, /** @type {number} */ far) => [
    WHEEL + far * Math.sin(space * each),
    WHEEL - far * Math.cos(space * each),
  ];
  const wire = (/** @type {number} */ space, /** @type {string} */ kind) => {
    const [[x1, y1], [x2, y2]] = [spot(space - 0.5, 32), spot(space - 0.5, 60)];
    return s("line", { class: kind, x1, y1, x2, y2 });
  };
  const label = fill(words.wheel_at, { effect: texts[at], beside });
  return s(
    "svg",
    { class: "gnome-wheel", viewBox: `-4 -4 ${2 * WHEEL + 8} ${2 * WHEEL + 8}`, role: "img", "aria-label": label },
    effects.map((effect, space) => {
      const [x, y] = spot(space, 46);
      return s(
        "g",
        { class: space === at ? "space here" : "space" },
        s("circle", { cx: x, cy: y, r: size * 0.66 }),
        s("use", { href: `#${SIGNS[effect]}`, x: x - size / 2, y: y - size / 2, width: size, height: size }),
      );
    }),
    wire(boost_wire, "wire boost"),
    wire(breach_wire, "wire breach"),
    s("use", { href: "#sym-gnome", x: WHEEL - 22, y: WHEEL - 12, width: 24, height: 24, class: "beaten" }),
    s("text", { x: WHEEL + 14, y: WHEEL + 1, class: "figure" }, String(beside)),
  );
}

/** @type {(root: HTMLElement, view: FallShown) => void} */
export function showClans(root, view) {
  draw(root, view, ({ scene, seats }) => [
    h(
      "ul",
      { class: "fall-clans" },
      scene.clans.map(({ clan, name, tile, votes }) =>
        h(
          "li",
          { class: `of-${clan}` },
          icon(`clan-${clan}`),
          h("b", { class: "clan-name" }, name),
          h("span", { class: "figure tile" }, tile.join(" / ")),
          h(
            "span",
            { class: "ranked" },
            votes.map(([seat, many]) => disc(seats[seat], many)),
          ),
        ),
      ),
    ),
    scene.players.some(({ champions }) => champions.length)
      ? h(
          "ul",
          { class: "fall-offer" },
          scene.players.flatMap(({ champions }, seat) =>
            champions.map(({ name, clan, ability }) =>
              h(
                "li",
                {},
                token(seats[seat], "tiny"),
                icon(`clan-${clan}`),
                h("b", {}, name),
                ability ? h("small", {}, ability) : null,
              ),
            ),
          ),
        )
      : null,
  ]);
}
