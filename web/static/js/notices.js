// What the host has to be told about the machine itself, live; each stays until somebody has understood it.

import { $, draw, h, icon, words } from "./dom.js";
import { post } from "./link.js";
import { tap } from "./asking.js";

export function showNotices(view) {
  draw($("notices"), view.notices, () => view.notices.map(notice));
}

const notice = ({ key, text }) =>
  h(
    "li",
    { class: "card notice", data: { notice: key } },
    h("p", { class: "verdict failing" }, icon("warn"), h("span", { class: "grow" }, text)),
    h(
      "div",
      { class: "pair" },
      words.care ? h("a", { class: "button small", href: "/host/care" }, words.care) : null,
      tap(words.understood, "small", () => post("/api/host/care/read", { keys: [key] }), { data: { do: "read" } }),
    ),
  );
