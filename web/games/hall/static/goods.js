// Resources, clans and trolls as they are drawn: always a shape, and its name for who cannot see it.

import { fill, h, icon, words } from "/static/js/dom.js";

/** @type {(kind: string) => string} */
export const nameOfGood = (kind) => words[`good_${kind === "cart" ? "wild_cart" : kind}`];

/** @type {(kind: string, extra?: string, label?: string | null) => SVGSVGElement} */
export const good = (kind, extra = "", label = null) => icon(`hall-${kind}`, `icon good ${kind} ${extra}`, label);

/** How many of each. @type {(goods: HallGoods) => HTMLElement} */
export const goodsRow = (goods) =>
  h(
    "ul",
    { class: "goods" },
    goods.map(([kind, count]) =>
      h("li", {}, good(kind, "", words[`good_${kind}`]), h("b", { class: "figure" }, String(count))),
    ),
    goods.length ? null : h("li", { class: "none" }, words.nothing),
  );

/** @type {(goods: HallGoods) => string} */
export const goodsInWords = (goods) => goods.map(([kind, count]) => `${count} ${words[`good_${kind}`]}`).join(", ");

/** @type {(level: number) => string} */
export const levelInWords = (level) => (level ? fill(words.level, { level }) : words.starter);

/** The stripes of its level. @type {(level: number) => HTMLElement} */
export const stripesOf = (level) =>
  h(
    "span",
    { class: "stripes", "aria-hidden": "true" },
    Array.from({ length: level }, () => h("i")),
  );

/**
 * A troll of the horde as a card: what it makes, what it costs, what lies on it.
 * @type {(troll: HordeTroll) => Child[]}
 */
export const hordeCard = (troll) => [
  h("span", { class: "card-head" }, icon(`hall-${troll.clan}`, `icon clan ${troll.clan}`), stripesOf(troll.level)),
  h(
    "span",
    { class: "symbols" },
    troll.symbols.map((kind) => good(kind)),
  ),
  h(
    "span",
    { class: "card-foot" },
    troll.price ? h("span", { class: "price" }, good("coin"), h("b", { class: "figure" }, String(troll.price))) : null,
    troll.pedestal ? icon(`hall-${troll.pedestal}`, "icon pedestal-chip") : null,
    troll.bribes.length
      ? h(
          "span",
          { class: "bribes" },
          troll.bribes.map(([kind, count]) => [good(kind), h("b", { class: "figure" }, `+${count}`)]),
        )
      : null,
  ),
];

/** @type {(troll: HordeTroll) => string} */
export const hordeInWords = (troll) =>
  [
    troll.name,
    levelInWords(troll.level),
    words[`clan_${troll.clan}`],
    troll.symbols.map(nameOfGood).join(", "),
    troll.price ? fill(words.bribes, { count: troll.price }) : words.no_bribe,
    troll.bribes.length ? fill(words.carries, { goods: goodsInWords(troll.bribes) }) : "",
    troll.pedestal ? words[`pedestal_${troll.pedestal}`] : "",
  ]
    .filter(Boolean)
    .join(", ");
