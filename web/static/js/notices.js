// What the host has to be told about the machine itself, live; each stays until somebody has understood it.

import { post } from "./connection.js";
import { $, h, icon, pair, words } from "./dom.js";
import { tap } from "./prompts.js";
import { draw } from "./redraw.js";

/** @param {HostView} view */
export function showNotices(view) {
  draw($("notices"), view.notices, (notices) => notices.map(notice));
}

/** @type {(notice: Notice) => HTMLElement} */
const notice = ({ key, text }) =>
  h(
    "li",
    { class: "card notice", data: { notice: key } },
    h("p", { class: "verdict failing" }, icon("warn"), h("span", { class: "grow" }, text)),
    pair(
      words.care ? h("a", { class: "button small", href: "/host/care" }, words.care) : null,
      tap(words.understood, "small", () => post("/api/host/care/read", { keys: [key] }), { data: { do: "read" } }),
    ),
  );
