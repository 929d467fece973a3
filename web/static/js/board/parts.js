// Pieces of the recording that several steps share: the question, its buttons, and a key for each landscape.

import { h, icon, words } from "../dom.js";
import { done, go, now, STEPS } from "./recording.js";

export const ask = (text) => h("p", { class: "ask" }, text);

export const button = (label, work, data = {}, kind = "") => h("button", { class: `button ${kind}`, type: "button", data, onclick: work }, label);

export const onward = (...before) =>
  h("div", { class: "pair" }, before, button(words.next, () => go(STEPS[STEPS.indexOf(now.step) + 1]), { do: "next" }, done(now.step) ? "primary" : ""));

export const landscapeKeys = (current, choose, full) =>
  h(
    "div",
    { class: "landscapes" },
    words.kinds.map((each) =>
      h(
        "button",
        { class: `button key ${each}`, type: "button", data: { landscape: each }, disabled: full(each), "aria-pressed": String(each === current), onclick: () => choose(each) },
        icon(each, `icon land ${each}`),
        h("span", {}, words.landscapes[each]),
      ),
    ),
  );
