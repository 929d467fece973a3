// The host's page: end a game, put moves right, give seats away, play for who has no phone.

import { act, current, listen, post } from "./connection.js";
import { $, around, button, fill, foldable, h, icon, pair, setText, showLine, token, within, words } from "./dom.js";
import { answersTo } from "./forms.js";
import { holdButton } from "./hold-button.js";
import { showCorrections } from "./host-corrections.js";
import { showMoves } from "./host-log.js";
import { showNotices } from "./notices.js";
import { isPrivate, seen, tap } from "./prompts.js";
import { draw, remembered } from "./redraw.js";
import { changed } from "./safe-hands.js";

const picked = remembered(/** @type {number | null} */ (null)); // the player whose row is open
const standIn = remembered(/** @type {number | null} */ (null)); // the seat the host plays for

/** @param {View | null} view */
const runs = (view) => Boolean(view && view.game !== null && !view.ended);

listen("host", (/** @type {HostView} */ view, before) => {
  const running = runs(view);
  // The game that was just played comes first from now on.
  if (runs(before) && !running) location.reload();
  $("start").hidden = running;
  $("running").hidden = !running;
  showAgain(view);
  if (running) showRunning(/** @type {RunningHostView} */ (view));
  showDevices(view);
  showNotices(view);
  $("record").hidden = !view.game || view.secretive;
  $("record-later").hidden = !view.secretive;
  around($("record"), "section").hidden = !view.game;
});

// ---- a game that is over

/** Another one like it, or on with it, if it was ended too early. @param {HostView} view */
function showAgain(view) {
  $("again").hidden = view.game === null || !(view.over || view.ended);
  draw($("again"), view, (seen) =>
    seen.game === null
      ? null
      : [
          h("h2", { class: "saga" }, seen.title),
          h("p", {}, fill(words.same, { names: seen.seats.map(({ name }) => name).join(", ") })),
          tap(words.again, "primary wide", () => act("/api/host/again", {}), { data: { do: "again" } }),
          seen.ended
            ? tap(words.resume, "quiet wide", () => act("/api/host/resume", {}), { data: { do: "resume" } })
            : null,
        ],
  );
}

// ---- a running game

/** @param {RunningHostView} view */
function showRunning(view) {
  setText($("headline"), view.headline);
  draw($("asking"), view, ({ asking, seats }) => asking.map((wish) => wishRow(wish, seats[wish.seat])));
  draw($("players"), view, ({ seats, codes }) => seats.map((seat, number) => playerRow(seat, number, codes[number])));
  showStandIn(view);
  showMoves(view);
  showCorrections(view);
}

/** @param {Seat} seat */
function sittingAt({ held, sat_in: satIn }) {
  if (satIn) return words.host_plays;
  return held ? words.phone : words.no_phone;
}

/** @type {(wish: { number: number }, seat: Seat) => HTMLElement} */
const wishRow = ({ number }, seat) =>
  h(
    "li",
    { class: "card wish", data: { wish: number } },
    h("div", { class: "line" }, token(seat), h("b", {}, fill(words.asks, { number, name: seat.name }))),
    pair(
      tap(words.turn_away, "", () => post("/api/host/turn-away", { number }), { data: { do: "turn-away" } }),
      tap(words.let_in, "primary", () => post("/api/host/let-in", { number }), { data: { do: "let-in" } }),
    ),
  );

/** @type {(seat: Seat, number: number, code: string | undefined) => HTMLElement} */
function playerRow(seat, number, code) {
  const open = number === picked.value;
  const toggle = () => {
    picked.value = open ? null : number;
    standIn.value = null;
    showRunning(current());
  };
  const line = [token(seat), h("span", { class: "grow" }, h("b", {}, seat.name), h("small", {}, sittingAt(seat)))];
  return foldable(open, { data: { player: number } }, toggle, line, () => playerDetails(seat, number, code));
}

/** @type {(seat: Seat, number: number, code: string | undefined) => Child[]} */
function playerDetails(seat, number, code) {
  const stand = () => {
    standIn.value = number;
    showStandIn(current());
  };
  const free = () => post("/api/host/free", { seat: number });
  return [
    pair(
      seat.held || seat.sat_in ? tap(words.free, "", free, { data: { free: number } }) : null,
      button(words.play_for, "", stand, { data: { playFor: number } }),
    ),
    code ? h("p", { class: "label", data: { code: number } }, fill(words.code, { code })) : null,
    seat.held
      ? null
      : h(
          "p",
          { class: "scan" },
          h("img", {
            src: code ? `/qr.svg?seat=${number}&code=${code}` : "/qr.svg",
            width: 132,
            height: 132,
            alt: words.qr,
          }),
          h("span", {}, fill(words.scan, { name: seat.name })),
        ),
  ];
}

/** @param {RunningHostView} view */
function showStandIn(view) {
  const root = $("standin");
  root.hidden = standIn.value === null;
  const anew = draw(root, view, ({ seats, prompts }) => {
    const seat = standIn.value;
    if (seat === null) return null;
    /** @type {(prompt: OpenPrompt) => Answering} */
    const answering = (prompt) => {
      const about = { seat, seen: seen(prompt) };
      return {
        play: (move) => act("/api/host/play-for", { move, ...about }),
        step: (filled) => post("/api/host/step-for", { ...filled, ...about }),
      };
    };
    const asked = prompts.filter((prompt) => prompt.seats.includes(seat));
    return [
      h("div", { class: "line" }, token(seats[seat]), h("b", {}, seats[seat].name)),
      asked.length ? answersTo(asked, seats, answering) : h("p", { class: "ask" }, words.nothing_asked),
      asked.some(isPrivate) ? sittingIn(seat, seats[seat].name) : null,
    ];
  });
  if (anew) changed(root);
}

/**
 * What only one player may see is shown to the host who holds the button, and everyone is told.
 * @type {(seat: number, name: string) => Child[]}
 */
const sittingIn = (seat, name) => [
  h("p", { class: "label" }, fill(words.private_now, { name })),
  holdButton(fill(words.sit_in, { name }), words.hold_sit_in, () => post("/api/host/sit-in", { seat }), "wide", {
    data: { sitIn: seat },
  }),
];

const end = holdButton(words.end, words.hold_end, () => act("/api/host/end", {}), "wide", { id: "end" });
$("end").replaceWith(end);

// ---- devices and PIN

/** @param {ForTheHost} view */
function showDevices(view) {
  draw($("devices"), view.health, (health) =>
    Object.entries(health).map(([device, { fine, text }]) => {
      const leads = device !== "companion";
      const row = [
        icon(fine ? "tick" : "warn"),
        h("span", { class: "grow" }, h("b", {}, words[`device_${device}`] ?? device), h("small", {}, text)),
        leads ? icon("chevron", "icon faint") : null,
      ];
      return h(
        "li",
        { class: `health ${fine ? "fine" : "failing"}`, data: { device } },
        leads ? h("a", { class: "row", href: `/host/${device}` }, row) : h("div", { class: "row" }, row),
      );
    }),
  );
}

document.getElementById("welcome-later")?.addEventListener("click", async () => {
  const answer = await post("/api/host/first-run/later", {});
  if (answer.ok) $("welcome").remove();
  else showLine(within($("welcome"), ".refusal"), answer.text);
});

$("new-pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = $("new-pin", HTMLFormElement);
  const answer = await post("/api/host/new-pin", { pin: within(form, "[name=pin]", HTMLInputElement).value.trim() });
  const line = within(form, ".refusal");
  line.classList.toggle("good", answer.ok);
  showLine(line, answer.ok ? words.pin_set : answer.text);
  if (answer.ok) form.reset();
});
