// The toy's pile, on every page that shows it.

import { fill, h, setText, words } from "/static/js/dom.js";

/** @typedef {{ pile: number }} Pebbles */

/** @param {HTMLElement} slot @param {string} kind */
function pile(slot, kind) {
  const line = h("p", { id: "pile", class: kind });
  slot.append(line);
  return {
    /** @param {{ scene?: unknown }} view */
    show({ scene }) {
      setText(line, fill(words.pile, { count: /** @type {Pebbles} */ (scene).pile }));
      return true;
    },
    leave: () => document.body.classList.add("pile-left"),
  };
}

/** @type {GameScript["play"]} */
export const play = () => ({
  part({ slot, bar, answer }) {
    /** @type {OpenPrompt | undefined} */
    let prompt;
    const two = () => prompt && answer(prompt)({ do: "lay", count: 2 });
    bar.append(h("button", { id: "lay-two", type: "button", onclick: two }, "2"));
    const drawn = pile(slot, "played");
    return {
      ...drawn,
      show(view) {
        [prompt] = view.prompts;
        return drawn.show(view);
      },
    };
  },
});

/** @type {GameScript["table"]} */
export const table = () => ({ part: ({ beside }) => pile(beside, "seen") });

/** @type {GameScript["replay"]} */
export const replay = () => ({
  part({ slot, backdrop }) {
    slot.append(h("p", { id: "backdrop" }, String(backdrop)));
    return pile(slot, "past");
  },
});
