// The host's page: start and end, put moves right, give seats away, play for who has no phone.

import { $, draw, h, icon, setText, showLine, token, words } from "./dom.js";
import { act, current, listen, post } from "./link.js";
import { choiceButtons, formFields, tap } from "./asking.js";
import { steppers } from "./steppers.js";

let opened = null; // the number of the move that is open for putting right
let picked = null; // the player whose row is open
let standIn = null; // the seat the host plays for
let clash = null; // {number, boulders, text}: what a change would cost

listen("host", (view) => {
  const running = Boolean(view.game) && !view.ended;
  $("start").hidden = running;
  $("running").hidden = !running;
  if (running) showRunning(view);
  else showStart(view);
  showDevices(view);
  $("record").hidden = !view.game;
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
  const colours = game.colours.map((colour) => colour.name);
  while (group.length < game.least) group.push({ name: "", colour: colours.find((name) => !group.some((seat) => seat.colour === name)) });
  group = group.slice(0, game.most);
  const parts = [];
  if (words.games.length > 1)
    parts.push(
      h(
        "div",
        { class: "choices", data: { columns: 2 } },
        words.games.map((each) =>
          h(
            "button",
            {
              class: "button",
              type: "button",
              data: { game: each.name },
              "aria-pressed": String(each.name === chosen),
              onclick: () => ((chosen = each.name), redrawStart()),
            },
            each.title,
          ),
        ),
      ),
    );
  parts.push(...group.map((seat, index) => playerCard(seat, index, game)));
  if (group.length < game.most)
    parts.push(h("button", { class: "button quiet wide", type: "button", data: { do: "add" }, onclick: () => addPlayer(colours) }, icon("plus"), words.add));
  parts.push(
    tap(words.start, "primary wide", () => {
      standIn = null;
      return act("/api/host/start", { game: chosen, seats: group });
    }, { data: { do: "start" } }),
  );
  return parts;
}

function addPlayer(colours) {
  group.push({ name: "", colour: colours.find((name) => !group.some((seat) => seat.colour === name)) });
  redrawStart();
}

function playerCard(seat, index, game) {
  const name = h("input", {
    value: seat.name,
    maxlength: 20,
    placeholder: `${words.player} ${index + 1}`,
    "aria-label": `${words.player} ${index + 1}: ${words.name}`,
    autocomplete: "off",
    oninput: (event) => (seat.name = event.target.value),
  });
  const picks = game.colours.map((colour) =>
    h(
      "button",
      {
        class: `token pick ${colour.name}`,
        type: "button",
        "aria-label": colour.text,
        title: colour.text,
        data: { colour: colour.name },
        "aria-pressed": String(colour.name === seat.colour),
        onclick: () => pickColour(seat, colour.name),
      },
      colour.name === seat.colour ? icon("tick") : "",
    ),
  );
  const remove =
    group.length > game.least
      ? h("button", { class: "button quiet", type: "button", "aria-label": words.remove, onclick: () => (group.splice(index, 1), redrawStart()) }, icon("minus"))
      : null;
  return h("div", { class: "card player" }, h("div", { class: "line" }, name, remove), h("div", { class: "colours", role: "group", "aria-label": words.colour }, picks));
}

function pickColour(seat, colour) {
  // Two who want the same colour swap: nobody has to clear one first.
  const other = group.find((each) => each !== seat && each.colour === colour);
  if (other) other.colour = seat.colour;
  seat.colour = colour;
  redrawStart();
}

// ---- a running game

function showRunning(view) {
  group = null;
  setText($("headline"), view.headline);
  draw($("players"), [view.seats, picked], () => view.seats.map(playerRow));
  showStandIn(view);
  showMoves(view);
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
          { class: "details pair" },
          seat.held ? tap(words.free, "", () => post("/api/host/free", { seat: number }), { data: { free: number } }) : null,
          h("button", { class: "button", type: "button", data: { playFor: number }, onclick: stand }, words.play_for),
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

function showMoves(view) {
  if (opened && !view.moves.some((move) => move.number === opened)) opened = clash = null;
  draw($("moves"), [view.moves, opened, clash, view.seats], () =>
    view.moves.length ? view.moves.map((move) => moveRow(move, view)) : [h("li", { class: "none" }, words.no_moves)],
  );
}

function moveRow(move, view) {
  const open = move.number === opened;
  const toggle = () => {
    opened = open ? null : move.number;
    clash = null;
    showMoves(current());
  };
  const source = { phone: "phone", sensor: "hammer", host: "host" }[move.source];
  return h(
    "li",
    { class: `move${open ? " open" : ""}`, data: { number: move.number } },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: toggle },
      move.seat === null ? icon("host") : token(view.seats[move.seat]),
      h("span", { class: "grow" }, move.text),
      icon(source, "icon faint", words[`${move.source}_source`]),
      icon("chevron", "icon faint turn"),
    ),
    open ? h("div", { class: "details" }, details(move)) : null,
  );
}

function details(move) {
  const parts = [];
  if (move.boulders) {
    const boulders = clash?.number === move.number ? clash.boulders : { ...move.boulders };
    parts.push(steppers(boulders, move.most, () => {}));
    if (clash?.number === move.number)
      parts.push(h("p", { class: "refusal", role: "alert" }, clash.text), tap(words.drop, "danger wide", () => amend(move, boulders, true), { data: { do: "drop" } }));
    parts.push(tap(words.save, "primary wide", () => amend(move, boulders, false), { data: { do: "save" } }));
  }
  parts.push(twice(words.take_back, words.really_take_back, () => act("/api/host/take-back", { keep: move.index }), "wide"));
  return parts;
}

async function amend(move, boulders, drop) {
  const answer = await act("/api/host/amend", { number: move.number, move: { do: "hit", boulders }, drop_later: drop });
  if (answer.code === "clash") {
    clash = { number: move.number, boulders, text: answer.text };
    showMoves(current());
    return null;
  }
  if (answer.ok) {
    opened = clash = null;
    showMoves(current());
  }
  return answer;
}

// What cannot be undone with one tap takes two.
function twice(label, sure, work, kind) {
  let armed = null;
  const button = tap(label, `danger ${kind}`, async () => {
    if (!armed) {
      armed = setTimeout(() => ((armed = null), setText(button, label)), 4000);
      setText(button, sure);
      return null;
    }
    clearTimeout(armed);
    armed = null;
    setText(button, label);
    return work();
  });
  return button;
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

$("new-pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const answer = await post("/api/host/new-pin", { pin: form.elements.pin.value.trim() });
  const line = form.querySelector(".refusal");
  line.classList.toggle("good", answer.ok);
  showLine(line, answer.ok ? words.pin_set : answer.text);
  if (answer.ok) form.reset();
});
