// The ten planks: the placement spaces of each, tapped in their order; the wander spaces fill themselves in.

import { ask, button, fill, h, icon, pair } from "/static/js/dom.js";
import { kindKeys, onward } from "/static/js/recorder/parts.js";
import { given, held, hold, newId, show } from "/static/js/recorder/recording.js";
import { strip } from "./board-strip.js";

/** @type {Space[]} */
const WANDER = ["wander"];

let plank = -1; // which one is written; the first without spaces until one is chosen

/** @returns {BoardPlank[]} */
const all = () => held("planks");

/** @type {() => Offered[]} */
const landscapes = () => given.layers.flatMap((layer) => (layer.kind === "regions" ? layer.kinds : []));

/** @param {Offered[]} offered */
const texts = (offered) => Object.fromEntries(offered.map(({ name, text }) => [name, text]));

/** @type {(spaces: Space[], words: Record<string, string>) => HTMLElement} */
const shown = (spaces, { wander }) => strip(spaces, { ...texts(landscapes()), wander });

/** @param {OwnLayer} layer @returns {Guided} */
export function planks(layer) {
  const { words } = layer;
  const count = Number(layer.count);
  if (plank < 0 || plank > all().length) plank = Math.min(all().length, count - 1);
  const here = all()[plank]?.spaces ?? [];
  const next = button(words.next_plank, here.length ? "primary" : "", () => open(plank + 1), {
    data: { do: "next-plank" },
    disabled: !here.length,
  });
  const rows = Array.from({ length: Math.max(count, all().length) }, (_, index) => row(layer, index));
  return {
    stage: [h("div", { class: "choices" }, rows)],
    dock: [
      ask(fill(words.ask, { number: plank + 1 })),
      h("div", { class: "writing" }, here.length ? shown(here, words) : h("small", {}, words.empty)),
      keys(layer, here),
      plank >= count - 1 ? onward() : pair(next),
    ],
  };
}

/** @param {number} number */
function open(number) {
  plank = number;
  show();
}

/** @type {(layer: OwnLayer, index: number) => HTMLElement} */
function row({ words }, index) {
  const spaces = all()[index]?.spaces ?? [];
  const face = spaces.length ? shown(spaces, words) : h("small", {}, words.empty);
  return button([h("b", { class: "figure" }, String(index + 1)), face], "plank laid", () => open(index), {
    data: { plank: index },
    "aria-pressed": String(index === plank),
    disabled: index > all().length,
  });
}

/** @type {(layer: OwnLayer, here: Space[]) => HTMLElement} */
function keys({ words }, here) {
  const add = (/** @type {string} */ landscape) => set(grown(here, /** @type {Space} */ (landscape)));
  const made = kindKeys(landscapes(), null, add, () => false);
  const wander = [icon("wander", "icon land wander"), h("span", {}, words.wander)];
  made.append(
    button(wander, "key wide-key", () => set([...here, "wander"]), {
      data: { kind: "wander" },
      disabled: here.at(-1) === "wander",
    }),
    button(icon("undo"), "key", () => set(here.slice(0, -2)), {
      "aria-label": words.erase,
      data: { do: "erase" },
      disabled: !here.length,
    }),
  );
  return made;
}

/**
 * Placement and wander spaces alternate, on every plank in the same order: the wander space beside it comes with each.
 * @type {(here: Space[], landscape: Space) => Space[]}
 */
function grown(here, landscape) {
  const begins = here[0] ?? all()[0]?.spaces[0];
  const gap = here.length ? here.at(-1) !== "wander" : begins === "wander";
  return [...here, ...(gap ? WANDER : []), landscape, ...(begins === "wander" ? [] : WANDER)];
}

/** @param {Space[]} spaces */
function set(spaces) {
  const laid = [...all()];
  while (laid.length <= plank) laid.push({ id: newId("plank", laid), spaces: [] });
  laid[plank] = { ...laid[plank], spaces };
  if (!spaces.length && plank === laid.length - 1) laid.pop();
  hold("planks", laid);
}
