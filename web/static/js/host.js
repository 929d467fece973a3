// The host's page: start and end, put moves right, give seats away, play for who has no phone.

import { $, draw, h, icon, setText, showLine, token, words } from "./dom.js";
import { act, current, listen, post } from "./link.js";
import { choiceButtons, formFields, tap } from "./asking.js";
import { showCorrections } from "./host-corrections.js";
import { showMoves } from "./host-log.js";
import { playerCards } from "./host-players.js";
import { twice } from "./host-twice.js";
import { showNotices } from "./notices.js";

let picked = null; // the player whose row is open
let standIn = null; // the seat the host plays for

listen("host", (view) => {
  const running = Boolean(view.game) && !view.ended;
  $("start").hidden = running;
  $("running").hidden = !running;
  if (running) showRunning(view);
  else showStart(view);
  showDevices(view);
  showNotices(view);
  $("record").hidden = !view.game || view.secretive;
  $("record-later").hidden = !view.secretive;
  $("record").closest("section").hidden = !view.game;
});

// ---- starting

let group = null;
let chosen = words.games[0].name;

function showStart(view) {
  group ??= (view.seats ?? []).map(({ name, colour }) => ({ name, colour }));
  draw($("starting"), [view.version], starting);
}

const redrawStart = () => $("starting").replaceChildren(...starting());

function starting() {
  const game = words.games.find((each) => each.name === chosen);
  const picks = words.games.map((each) =>
    h(
      "button",
      { class: "button", type: "button", data: { game: each.name }, "aria-pressed": String(each.name === chosen), onclick: () => ((chosen = each.name), redrawStart()) },
      each.title,
    ),
  );
  return [h("div", { class: "choices", data: { columns: 2 } }, picks), ...(game.set_up ? guided(game) : atOnce(game))];
}

const guided = (game) => [h("p", { class: "lead" }, words.set_up_why), h("a", { class: "button primary wide", href: game.set_up, data: { do: "set-up" } }, words.set_up)];

const atOnce = (game) => [
  ...playerCards(group, game, redrawStart),
  tap(words.start, "primary wide", () => {
    standIn = null;
    return act("/api/host/start", { game: chosen, seats: group });
  }, { data: { do: "start" } }),
];

// ---- a running game

function showRunning(view) {
  group = null;
  setText($("headline"), view.headline);
  draw($("players"), [view.seats, picked], () => view.seats.map(playerRow));
  showStandIn(view);
  showMoves(view);
  showCorrections(view);
}

function playerRow(seat, number) {
  const open = number === picked;
  const toggle = () => {
    picked = open ? null : number;
    standIn = null;
    showRunning(current());
  };
  const stand = () => {
    standIn = number;
    showStandIn(current());
  };
  return h(
    "li",
    { class: `move${open ? " open" : ""}`, data: { player: number } },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: toggle },
      token(seat),
      h("span", { class: "grow" }, h("b", {}, seat.name), h("small", {}, seat.held ? words.phone : words.no_phone)),
      icon("chevron", "icon faint turn"),
    ),
    open
      ? h(
          "div",
          { class: "details" },
          h(
            "div",
            { class: "pair" },
            seat.held ? tap(words.free, "", () => post("/api/host/free", { seat: number }), { data: { free: number } }) : null,
            h("button", { class: "button", type: "button", data: { playFor: number }, onclick: stand }, words.play_for),
          ),
          seat.held ? null : h("p", { class: "scan" }, h("img", { src: "/qr.svg", width: 132, height: 132, alt: words.qr }), h("span", {}, words.scan.replace("{name}", seat.name))),
        )
      : null,
  );
}

function showStandIn(view) {
  const root = $("standin");
  root.hidden = standIn === null;
  if (standIn === null) return;
  const prompts = view.prompts.filter((prompt) => prompt.seats.includes(standIn));
  draw(root, [standIn, prompts, view.seats], () => {
    const play = (move) => act("/api/host/play-for", { seat: standIn, move });
    return [
      h("div", { class: "line" }, token(view.seats[standIn]), h("b", {}, view.seats[standIn].name)),
      ...(prompts.length ? prompts : [{ text: words.nothing_asked, choices: [], forms: [] }]).flatMap((prompt) => [
        h("p", { class: "ask" }, prompt.text),
        choiceButtons(prompt.choices, view.seats, play),
        ...prompt.forms.map((form) => formFields(form, {}, play, form.text)),
      ]),
    ].filter(Boolean);
  });
}

$("end").replaceWith(Object.assign(twice(words.end, words.really_end, () => act("/api/host/end", {}), "wide"), { id: "end" }));

// ---- devices and PIN

function showDevices(view) {
  draw($("devices"), view.health, () =>
    Object.entries(view.health).map(([device, health]) =>
      h(
        "li",
        { class: `health ${health.fine ? "fine" : "failing"}`, data: { device } },
        h(
          device === "companion" ? "div" : "a",
          { class: "row", href: device === "companion" ? null : `/host/${device}` },
          icon(health.fine ? "tick" : "warn"),
          h("span", { class: "grow" }, h("b", {}, words[`device_${device}`] ?? device), h("small", {}, health.text)),
          device === "companion" ? null : icon("chevron", "icon faint"),
        ),
      ),
    ),
  );
}

$("welcome-later")?.addEventListener("click", async () => {
  const answer = await post("/api/host/first-run/later", {});
  if (answer.ok) $("welcome").remove();
  else showLine($("welcome").querySelector(".refusal"), answer.text);
});

$("new-pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const answer = await post("/api/host/new-pin", { pin: form.elements.pin.value.trim() });
  const line = form.querySelector(".refusal");
  line.classList.toggle("good", answer.ok);
  showLine(line, answer.ok ? words.pin_set : answer.text);
  if (answer.ok) form.reset();
});
