// What a player looks at, one thing at a time: a row of buttons, one for each look that there is. The game says what
// fits now; any other is a look aside, which ends by itself.

import { h, icon, within, words } from "./dom.js";

/**
 * Looks in `bar`, to be shown in this order. A look that was not there and comes (a hammering, the final score) is what
 * is looked at then, whatever the player looked at aside; so is what fits when `back` is said.
 * @type {(bar: HTMLElement, names: string[], redraw: () => void) => Looks}
 */
export function looksIn(bar, names, redraw) {
  /** @type {string | null} */
  let aside = null;
  /** @type {string[]} */
  let known = names; // what was there when the page opened is no news

  /** @param {string} name */
  function choose(name) {
    aside = aside === name ? null : name;
    redraw();
  }

  const buttons = names.map((name) =>
    h(
      "button",
      {
        class: "look",
        type: "button",
        "aria-label": words[name],
        "aria-pressed": "false",
        data: { look: name },
        onclick: () => choose(name),
      },
      icon(`look-${name}`),
    ),
  );
  bar.append(h("div", { class: "looks", role: "group", "aria-label": words.looks }, buttons));

  /** @type {Looks["show"]} */
  function show(fits, there) {
    if (there.some((name) => !known.includes(name)) || !there.includes(aside ?? "")) aside = null;
    known = there;
    const now = aside ?? fits;
    for (const button of buttons) {
      const name = button.dataset.look ?? "";
      button.hidden = !there.includes(name);
      button.setAttribute("aria-pressed", String(name === now));
    }
    if (document.body.dataset.look !== now) within(document, "main").scrollTop = 0;
    document.body.dataset.look = now;
    return now;
  }

  function back() {
    aside = null;
  }

  function leave() {
    delete document.body.dataset.look;
  }

  return { show, back, leave };
}
