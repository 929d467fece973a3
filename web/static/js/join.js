// Pick a seat: each is a card in its player's colour; the page follows what the others do. A seat that another phone
// has, or had, is opened by its code or by the host.

import { current, listen, newId, post } from "./connection.js";
import { $, button, fill, h, token, within, words } from "./dom.js";
import { press, refuse, tap } from "./prompts.js";
import { draw, remembered } from "./redraw.js";

/** @typedef {{ seat: number, number: number, leave: string }} Wish */
/** @typedef {{ seat: number, text: string }} Closed */

const closed = remembered(/** @type {Closed | null} */ (null)); // which needs more than a tap
const wish = remembered(/** @type {Wish | null} */ (null)); // what the host was asked for
const scanned = new URLSearchParams(location.search); // the host's code of one seat, if that was scanned

listen("play", (view) => {
  const quiet = view.game === null || view.ended;
  $("quiet").hidden = !quiet;
  $("pick").hidden = quiet;
  if (quiet) return;
  showSeats(view);
  sitAsScanned();
  const { value } = wish;
  if (value && view.let_in.includes(value.number)) {
    wish.value = null;
    sit(value.seat, { leave: value.leave });
  }
});

/** @param {GameView} view */
const showSeats = (view) => {
  draw($("seats"), view, ({ seats, seat: own }) => seats.map((seat, number) => card(seat, number, number === own)));
  draw($("opening"), view, ({ seats }) => closed.value && opening(closed.value, seats));
};

/** @type {(seat: Seat, mine: boolean) => { kind: string, text: string }} */
function state(seat, mine) {
  if (mine) return { kind: " mine", text: words.yours };
  if (seat.sat_in) return { kind: "", text: words.host_plays };
  if (seat.held) return { kind: " held", text: words.taken };
  return seat.kept ? { kind: " held", text: words.kept } : { kind: "", text: words.free };
}

/** @type {(seat: Seat, number: number, mine: boolean) => HTMLElement} */
function card(seat, number, mine) {
  const { kind, text } = state(seat, mine);
  const place = h(
    "button",
    { class: `seat${kind}`, type: "button", data: { seat: number } },
    token(seat, "large"),
    h("span", { class: "name" }, seat.name),
    h("small", {}, text),
  );
  place.addEventListener("click", () => (mine ? location.assign("/play") : press(place, () => sit(number))));
  return h("li", {}, place);
}

/** @type {(seat: number, by?: { code: string } | { leave: string }) => Promise<Answer | null>} */
async function sit(seat, by) {
  const answer = await post("/api/join", { seat, request: newId(), ...by });
  if (answer.ok) location.assign("/play");
  else if (answer.code === "taken" || answer.code === "kept") {
    open({ seat, text: answer.text ?? "" });
    return null;
  }
  return answer;
}

/** Once: who then picks another seat, or comes back to this page, is left alone. */
function sitAsScanned() {
  const [seat, code] = [scanned.get("seat"), scanned.get("code")];
  if (seat === null || code === null) return;
  scanned.delete("code");
  history.replaceState(null, "", "/");
  sit(Number(seat), { code }).then((answer) => answer && !answer.ok && refuse($("seats"), answer.text));
}

/** @param {Closed | null} what */
function open(what) {
  if (what?.seat !== wish.value?.seat) wish.value = null;
  closed.value = what;
  showSeats(current());
  if (what) within($("opening"), "input").focus();
}

/** @type {(what: Closed, seats: Seat[]) => Child} */
function opening({ seat, text }, seats) {
  const code = h("input", {
    id: "code",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 12,
    "aria-label": words.code,
    placeholder: words.code_short,
  });
  const enter = tap(words.sit, "primary", () => sit(seat, { code: code.value.trim() }), { data: { do: "code" } });
  return h(
    "div",
    { class: "card opening" },
    h("div", { class: "line" }, token(seats[seat]), h("b", {}, seats[seat].name)),
    wish.value
      ? h("p", { class: "note", role: "status" }, fill(words.waiting, { number: wish.value.number }))
      : [
          h("p", {}, text),
          h("div", { class: "pair" }, code, enter),
          tap(words.ask, "", () => askHost(seat), { data: { do: "ask" } }),
        ],
    button(words.back, "quiet", () => open(null)),
  );
}

/** @param {number} seat */
async function askHost(seat) {
  const answer = /** @type {AnswerWith<{ number: number, leave: string }>} */ (await post("/api/ask", { seat }));
  if (answer.ok) {
    wish.value = { seat, number: answer.number, leave: answer.leave };
    showSeats(current());
  }
  return answer;
}
