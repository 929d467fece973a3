// The host's walk around a new table: one question a screen; what is answered or put off is not asked again.

import { listen, post } from "./connection.js";
import { hintRow, sign } from "./devices/common.js";
import { $, ask, every, fill, given, h, icon, pair, setText, within, words } from "./dom.js";
import { repeat } from "./polling.js";
import { tap } from "./prompts.js";
import { draw, present } from "./redraw.js";
import { look } from "./requests.js";

/**
 * @typedef {object} Given
 * @property {string} language
 * @property {Record<string, string>} languages
 * @property {string} guests
 * @property {string | null} own
 * @property {boolean} own_installed
 * @property {string | null} radio
 * @property {Record<string, string>} devices
 * @property {boolean} watched
 * @property {boolean} simulated
 * @property {Record<string, string>} steps
 */

const LOOK = 400; // milliseconds between looks at a device while its step is open
const AGAIN = 2000; // milliseconds until the walk is asked for again
const PATH = "/api/host/first-run";
const WALK = "walk"; // this tab's

/** @type {Given} */
const { language: spoken, languages, guests, own, own_installed, radio, devices, watched, simulated, steps } = given();

/** @type {FirstRunNow} */
let now;
/** @type {string | null} */
let open = null; // the step on screen, or null for the overview
/** @type {string[]} */
let walk = []; // the steps of this walk
/** @type {Record<string, Health>} */
let health = {};
let leave = () => {}; // ends what the step on screen has begun

/** @type {(what: string, body: object) => Promise<AnswerWith<FirstRunNow>>} */
const send = (what, body) => post(`${PATH}/${what}`, body);
const there = (/** @type {string} */ device) => devices[device] !== "none";

async function load() {
  const told = /** @type {FirstRunNow | null} */ (await look(PATH));
  if (!told) {
    setTimeout(load, AGAIN);
    return;
  }
  now = told;
  const asked = new URLSearchParams(location.search).get("step");
  const waiting = now.steps.filter((step) => step.waiting).map((step) => step.name);
  walk = asked ? [asked] : begun(waiting);
  show(walk.find((name) => name in SHOWN && (asked || waiting.includes(name))) ?? null);
}

/**
 * The steps of a walk that was left for a device's page, or for another language: their numbers go on.
 * @param {string[]} waiting
 */
function begun(waiting) {
  /** @type {string[]} */
  const before = JSON.parse(sessionStorage.getItem(WALK) ?? "[]");
  const walked = waiting.length && waiting.every((name) => before.includes(name)) ? before : waiting;
  sessionStorage.setItem(WALK, JSON.stringify(walked));
  return walked;
}

/** @param {string | null} name */
function show(name) {
  leave();
  leave = () => {};
  open = name;
  const place = name && walk.length > 1 ? { number: walk.indexOf(name) + 1, count: walk.length } : null;
  setText($("number"), place ? fill(words.number, place) : "");
  setText($("title"), name ? steps[name] : words.title);
  const { stage, dock } = name ? SHOWN[name]() : overview();
  $("stage").replaceChildren(...present(stage));
  $("dock").replaceChildren(...present(dock));
  within(document, "main").scrollTop = 0;
}

/** @param {AnswerWith<FirstRunNow>} answer */
function take(answer) {
  if (answer.ok) now = answer;
  return answer;
}

/** @param {Answer} answer */
function onward(answer) {
  if (answer.ok) show(walk[walk.indexOf(open ?? "") + 1] ?? null);
  return answer;
}

/** @param {boolean} done */
const answered = async (done) => onward(take(await send("step", { step: open, done })));

// ---- the buttons of every step

const lead = (/** @type {string} */ text) => h("p", { class: "lead" }, text);
const later = () => {
  const first = walk.length > 1 && walk[0] === open;
  const put = first ? leaveAll : () => answered(false);
  return tap(first ? words.all_later : words.later, "quiet wide small", put, { data: { do: "later" } });
};
const next = (label = words.next, kind = "primary wide") =>
  tap(label, kind, () => answered(true), { data: { do: "next" } });

async function leaveAll() {
  const answer = await send("later", {});
  if (answer.ok) location.assign("/host");
  return answer;
}

/**
 * Off to a device's own page, which leads back here; its step counts as asked, the others wait.
 * @type {(label: string, path: string) => HTMLElement}
 */
function elsewhere(label, path) {
  const leaveFor = async () => {
    const answer = await send("step", { step: open, done: true });
    if (answer.ok) location.assign(`${path}?walk=on`);
    return answer;
  };
  return tap(label, "", leaveFor, { data: { do: "set-up" } });
}

// ---- the steps

/** @type {Record<string, () => Guided>} */
const SHOWN = { language, name, pin, wifi, hits, mat, camera, lights };

/** @returns {Guided} */
function language() {
  const choose = (/** @type {string} */ code) => async () => {
    const answer = take(await send("language", { language: code }));
    if (!answer.ok || code === spoken) return onward(answer);
    location.reload();
    return answer;
  };
  const buttons = Object.entries(languages).map(([code, text]) =>
    tap(text, code === spoken ? "primary" : "", choose(code), { lang: code, data: { language: code } }),
  );
  return {
    stage: [lead(words.why_language)],
    dock: [ask(words.ask_language), h("div", { class: "choices", data: { columns: 1 } }, buttons), later()],
  };
}

/** @returns {Guided} */
function name() {
  const input = h("input", {
    id: "name",
    maxlength: 40,
    autocomplete: "off",
    "aria-label": words.ask_name,
    value: now.table,
  });
  const store = async () => onward(take(await send("name", { name: input.value })));
  const save = tap(words.save, "primary wide", store, { data: { do: "save" } });
  input.addEventListener("keydown", (event) => event.key === "Enter" && save.click());
  return { stage: [lead(words.why_name), input], dock: [ask(words.ask_name), save, later()] };
}

/** @returns {Guided} */
function pin() {
  const input = h("input", {
    type: "password",
    inputmode: "numeric",
    autocomplete: "new-password",
    maxlength: 12,
    "aria-label": words.new_pin,
    placeholder: words.new_pin,
  });
  const save = async () => {
    const answer = await post("/api/host/new-pin", { pin: input.value.trim() });
    return answer.ok ? answered(true) : answer;
  };
  const change = tap(words.save, "wide", save, { data: { do: "save" }, disabled: true });
  const keep = next(words.keep_pin);
  input.addEventListener("input", () => {
    change.disabled = !input.value;
    change.classList.toggle("primary", Boolean(input.value));
    keep.classList.toggle("primary", !input.value);
  });
  return { stage: [lead(words.why_pin), input], dock: [ask(words.ask_pin), pair(change, keep), later()] };
}

/** @type {(label: string, props: Props) => { line: HTMLElement, input: HTMLInputElement }} */
function field(label, props) {
  const input = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...props });
  return { line: h("p", { class: "field" }, h("label", { for: input.id }, label), input), input };
}

/** @returns {Guided} */
function wifi() {
  const ssid = field(words.ssid, { id: "ssid", maxlength: 32 });
  const password = field(words.password, { id: "password", type: "text", maxlength: 63 });
  const named = () => ssid.input.value.trim();
  const store = async () => onward(take(await send("wifi", { ssid: named(), password: password.input.value })));
  const none = async () => onward(take(await send("wifi", { ssid: "", password: "" })));
  const save = tap(words.save, "primary", store, { data: { do: "save" }, disabled: true });
  ssid.input.addEventListener("input", () => {
    save.disabled = !named();
  });
  return {
    stage: [
      lead(own ? fill(words.own_wifi, { name: own }) : words.why_wifi),
      guests ? h("p", { class: "label" }, fill(words.guests_now, { name: guests })) : null,
      ssid.line,
      password.line,
      radio ? h("p", { class: "health line failing" }, sign(false), h("span", {}, radio)) : null,
      own_installed ? h("a", { class: "button wide", href: "/host/own-wifi" }, words.try_own) : null,
    ],
    dock: [ask(words.ask_wifi), pair(tap(words.no_wifi, "", none, { data: { do: "none" } }), save), later()],
  };
}

/** @returns {Guided} */
function hits() {
  if (!there("hits")) return { stage: [lead(words.no_hits)], dock: [next()] };
  const before = now.blows;
  const state = h("p", { class: "status big", role: "status" });
  const go = next();
  const more = watched ? elsewhere(words.calibrate, "/host/hits") : null;
  const tower = simulated ? h("a", { class: "button wide", href: "/tower", target: "_blank" }, words.open_tower) : null;
  const tell = () => {
    const heard = now.blows > before;
    setText(state, heard ? words.heard : words.listening);
    state.dataset.doing = heard ? "armed" : "settling";
    go.classList.toggle("primary", heard);
  };
  tell();
  leave = repeat(LOOK, async () => {
    now = (await look(PATH)) ?? now;
    tell();
  });
  return { stage: [told("hits"), state, tower], dock: [ask(words.ask_hit), pair(more, go), later()] };
}

/** @returns {Guided} */
function mat() {
  const papers = ["a4", "letter"].map((paper) =>
    h("a", { class: "button", href: `/host/mat-${paper}.svg`, target: "_blank" }, paper === "a4" ? "A4" : "Letter"),
  );
  return {
    stage: [lead(words.why_mat), pair(papers)],
    dock: [ask(words.ask_mat), next(words.printed), later()],
  };
}

/** @returns {Guided} */
function camera() {
  if (!there("camera")) return { stage: [lead(words.no_camera)], dock: [next()] };
  const picture = h("img", { class: "sight large", alt: "", width: 1280, height: 720, hidden: true });
  const hints = h("ul", { class: "rows facts" });
  leave = repeat(LOOK * 3, async () => {
    const seen = /** @type {CameraNow | null} */ (await look("/api/host/camera"));
    if (!seen) return;
    draw(hints, seen.now.hints, (all) => all.map(hintRow));
    showFresh(picture, `/api/host/camera/picture.jpg?${Date.now()}`);
  });
  const buttons = pair(elsewhere(words.set_camera, "/host/camera"), next(words.sees, "primary"));
  return { stage: [told("camera"), picture, hints], dock: [ask(words.ask_camera), buttons, later()] };
}

/** @type {(picture: HTMLImageElement, path: string) => void} */
function showFresh(picture, path) {
  const fresh = new Image();
  fresh.onload = () => {
    picture.src = fresh.src;
    picture.hidden = false;
  };
  fresh.onerror = () => {
    picture.hidden = true;
  };
  fresh.src = path;
}

/** @returns {Guided} */
function lights() {
  if (!there("lights")) return { stage: [lead(words.no_lights)], dock: [next()] };
  const again = () => post("/api/host/lights/try-out", {});
  again();
  const buttons = pair(elsewhere(words.no_set_up, "/host/lights"), next(words.yes, "primary"));
  return {
    stage: [told("lights"), lead(words.why_lights), tap(words.show_again, "wide", again, { data: { do: "again" } })],
    dock: [ask(words.ask_lights), buttons, later()],
  };
}

// ---- how the devices are

/** How the device says it is, live; what to do where it is not well. @param {string} device */
const told = (device) => h("div", { class: "told", data: { device } }, wellness(health[device]));

/** @type {(is: Health | undefined) => Child} */
const wellness = (is) =>
  is && [
    h("p", { class: `health line ${is.fine ? "" : "failing"}` }, sign(is.fine), h("span", {}, is.text)),
    is.fine ? null : h("p", { class: "label" }, words.failing),
  ];

listen("host", (/** @type {HostView} */ view) => {
  health = view.health;
  for (const place of every(document, ".told")) draw(place, health[place.dataset.device ?? ""], wellness);
});

// ---- the end

/** @param {FirstRunStep} step */
const overviewRow = (step) =>
  h(
    "li",
    { class: "health" },
    h(
      "a",
      { class: "row", href: `?step=${step.name}` },
      step.done ? icon("tick") : icon("chevron", "icon faint"),
      h(
        "span",
        { class: "grow" },
        h("b", {}, steps[step.name]),
        step.done ? null : h("small", {}, step.waiting ? words.waits : words.put_off),
      ),
    ),
  );

/** @returns {Guided} */
function overview() {
  const finished = now.steps.every((step) => step.done);
  return {
    stage: [lead(words.overview), h("ul", { class: "rows" }, now.steps.map(overviewRow))],
    dock: [
      finished ? ask(words.all_done) : null,
      h("a", { class: "button primary wide", href: "/host", data: { do: "host" } }, words.to_host),
    ],
  };
}

load();
