// All boards: which one is for the next game, and their files.

import { $, h, icon, showLine, words } from "./dom.js";
import { post } from "./link.js";
import { tap } from "./asking.js";
import { twice } from "./host-twice.js";

let opened = null;

function show(boards) {
  words.boards = boards;
  $("boards").replaceChildren(...boards.map(row));
}

const shown = (answer) => {
  if (answer.boards) show(answer.boards);
  return answer;
};

function row(board) {
  const open = board.name === opened;
  const about = !board.own ? words.example : board.photo ? words.photo : words.plan;
  return h(
    "li",
    { class: `move${open ? " open" : ""}`, data: { board: board.name } },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: () => ((opened = open ? null : board.name), show(words.boards)) },
      icon(board.chosen ? "tick" : "look-map", board.chosen ? "icon chosen" : "icon faint"),
      h("span", { class: "grow" }, h("b", {}, board.name), h("small", {}, board.chosen ? `${about} · ${words.next_game}` : about)),
      icon("chevron", "icon faint turn"),
    ),
    open ? h("div", { class: "details" }, actions(board)) : null,
  );
}

function actions(board) {
  const path = encodeURIComponent(board.name);
  return [
    board.chosen ? null : tap(words.choose, "primary", () => post("/api/host/boards/choose", { name: board.name }).then(shown), { data: { do: "choose" } }),
    h("a", { class: "button", href: `/host/board?name=${path}` }, board.own ? words.edit : words.copy),
    h("a", { class: "button", href: `/api/host/boards/${path}.toml`, download: `${board.name}.toml` }, words.export),
    board.own ? twice(words.remove, words.really_remove, () => post("/api/host/boards/remove", { name: board.name }).then(shown)) : null,
  ].filter(Boolean);
}

$("import").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  event.target.value = "";
  let answer;
  try {
    const response = await fetch("/api/host/boards/import", { method: "POST", body: file });
    answer = { ok: response.ok, ...(await response.json()) };
  } catch {
    answer = { ok: false, text: words.offline };
  }
  $("said").classList.toggle("good", answer.ok);
  showLine($("said"), answer.ok ? words.imported.replace("{name}", answer.name) : answer.text);
  $("faults").hidden = !answer.faults;
  $("faults").replaceChildren(...(answer.faults ?? []).map((fault) => h("li", {}, fault)));
  shown(answer);
});

show(words.boards);
