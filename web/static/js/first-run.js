// The host's walk around a new table: one question a screen; what is answered or put off is not asked again.

import { $, draw, h, icon, setText, words } from "./dom.js";
import { listen, post } from "./link.js";
import { tap } from "./asking.js";
import { fill } from "./devices/common.js";

const LOOK = 400; // milliseconds between looks at a device while its step is open
const PATH = "/api/host/first-run";

let now = null;
let open = null; // the step on screen, or null for the overview
let walk = []; // the steps of this walk
let health = {};
let leave = () => {}; // ends what the step on screen has begun

const send = (what, body) => post(`${PATH}/${what}`, body);
const there = (device) => words.devices[device] !== "none";

async function load() {
  const answer = await fetch(PATH).catch(() => null);
  if (answer?.status === 401) return location.reload();
  if (!answer?.ok) return setTimeout(load, 2000);
  now = await answer.json();
  const asked = new URLSearchParams(location.search).get("step");
  walk = asked ? [asked] : now.steps.filter((step) => step.waiting).map((step) => step.name);
  show(walk.find((name) => name in SHOWN) ?? null);
}

function show(name) {
  leave();
  leave = () => {};
  open = name;
  setText($("number"), name && walk.length > 1 ? fill(words.number, { number: walk.indexOf(name) + 1, count: walk.length }) : "");
  setText($("title"), name ? words.steps[name] : words.title);
  const { stage, dock } = name ? SHOWN[name]() : overview();
  $("stage").replaceChildren(...stage.filter(Boolean));
  $("dock").replaceChildren(...dock.filter(Boolean));
  document.querySelector("main").scrollTop = 0;
}

function take(answer) {
  if (answer.ok) now = answer;
  return answer;
}

function onward(answer) {
  if (answer.ok) show(walk[walk.indexOf(open) + 1] ?? null);
  return answer;
}

const answered = async (done) => onward(take(await send("step", { step: open, done })));

// ---- the buttons of every step

const ask = (text) => h("p", { class: "ask" }, text);
const lead = (text) => h("p", { class: "lead" }, text);
const later = () => {
  const first = walk.length > 1 && walk[0] === open;
  const put = first ? async () => leaveAll() : () => answered(false);
  return tap(first ? words.all_later : words.later, "quiet wide small", put, { data: { do: "later" } });
};
const next = (label = words.next, kind = "primary wide") => tap(label, kind, () => answered(true), { data: { do: "next" } });

async function leaveAll() {
  const answer = await send("later", {});
  if (answer.ok) location.assign("/host");
  return answer;
}

// Off to a device's own page; its step counts as asked, the others wait.
const elsewhere = (label, path, kind = "") =>
  tap(label, kind, async () => {
    const answer = await send("step", { step: open, done: true });
    if (answer.ok) location.assign(path);
    return answer;
  }, { data: { do: "set-up" } });

// ---- the steps

const SHOWN = { language, name, pin, wifi, hits, mat, camera, lights };

function language() {
  const choose = (code) => async () => {
    const answer = take(await send("language", { language: code }));
    if (!answer.ok || code === words.language) return onward(answer);
    location.reload();
    return answer;
  };
  const buttons = Object.entries(words.languages).map(([code, text]) => tap(text, code === words.language ? "primary" : "", choose(code), { lang: code, data: { language: code } }));
  return { stage: [lead(words.why_language)], dock: [ask(words.ask_language), h("div", { class: "choices", data: { columns: 1 } }, buttons), later()] };
}

function name() {
  const input = h("input", { id: "name", maxlength: 40, autocomplete: "off", "aria-label": words.ask_name, value: now.table });
  const save = async () => onward(take(await send("name", { name: input.value })));
  input.addEventListener("keydown", (event) => event.key === "Enter" && dockButton("save").click());
  return { stage: [lead(words.why_name), input], dock: [ask(words.ask_name), tap(words.save, "primary wide", save, { data: { do: "save" } }), later()] };
}

const dockButton = (what) => $("dock").querySelector(`[data-do=${what}]`);

function pin() {
  const input = h("input", { type: "password", inputmode: "numeric", autocomplete: "new-password", maxlength: 12, "aria-label": words.new_pin, placeholder: words.new_pin });
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
  return { stage: [lead(words.why_pin), input], dock: [ask(words.ask_pin), h("div", { class: "pair" }, change, keep), later()] };
}

function wifi() {
  const ssid = h("input", { id: "ssid", maxlength: 32, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const password = h("input", { id: "password", type: "text", maxlength: 63, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const tell = (name) => async () => onward(take(await send("wifi", { ssid: name(), password: name() ? password.value : "" })));
  const field = (input, label) => h("p", { class: "field" }, h("label", { for: input.id }, label), input);
  const save = tap(words.save, "primary", tell(() => ssid.value.trim()), { data: { do: "save" }, disabled: true });
  ssid.addEventListener("input", () => (save.disabled = !ssid.value.trim()));
  return {
    stage: [lead(words.own ? fill(words.own_wifi, { name: words.own }) : words.why_wifi), words.guests ? h("p", { class: "label" }, fill(words.guests_now, { name: words.guests })) : null, field(ssid, words.ssid), field(password, words.password)],
    dock: [ask(words.ask_wifi), h("div", { class: "pair" }, tap(words.no_wifi, "", tell(() => ""), { data: { do: "none" } }), save), later()],
  };
}

function hits() {
  if (!there("hits")) return { stage: [lead(words.no_hits)], dock: [next()] };
  const before = now.blows;
  const state = h("p", { class: "status big", role: "status" });
  const go = next();
  const more = words.watched ? elsewhere(words.calibrate, "/host/hits") : null;
  const tower = words.simulated ? h("a", { class: "button wide", href: "/tower", target: "_blank" }, words.open_tower) : null;
  const look = () => {
    const heard = now.blows > before;
    setText(state, heard ? words.heard : words.listening);
    state.dataset.doing = heard ? "armed" : "settling";
    go.classList.toggle("primary", heard);
  };
  watch(look);
  look();
  return { stage: [told("hits"), state, tower], dock: [ask(words.ask_hit), h("div", { class: "pair" }, more, go), later()] };
}

function mat() {
  const papers = ["a4", "letter"].map((paper) => h("a", { class: "button", href: `/host/mat-${paper}.svg`, target: "_blank" }, paper === "a4" ? "A4" : "Letter"));
  return { stage: [lead(words.why_mat), h("div", { class: "pair" }, papers)], dock: [ask(words.ask_mat), next(words.printed), later()] };
}

function camera() {
  if (!there("camera")) return { stage: [lead(words.no_camera)], dock: [next()] };
  const picture = h("img", { class: "sight large", alt: "", width: 1280, height: 720, hidden: true });
  const hints = h("ul", { class: "rows facts" });
  const stop = repeat(LOOK * 3, async () => {
    const answer = await fetch("/api/host/camera").catch(() => null);
    if (!answer?.ok) return;
    const seen = (await answer.json()).now;
    draw(hints, seen.hints, () => seen.hints.map((hint) => h("li", { class: `row health ${hint.fine ? "fine" : "failing"}` }, icon(hint.fine ? "tick" : "warn"), h("span", { class: "grow" }, hint.text))));
    const fresh = new Image();
    fresh.onload = () => {
      picture.src = fresh.src;
      picture.hidden = false;
    };
    fresh.onerror = () => (picture.hidden = true);
    fresh.src = `/api/host/camera/picture.jpg?${Date.now()}`;
  });
  leave = stop;
  const pair = h("div", { class: "pair" }, elsewhere(words.set_camera, "/host/camera"), next(words.sees, "primary"));
  return { stage: [told("camera"), picture, hints], dock: [ask(words.ask_camera), pair, later()] };
}

function lights() {
  if (!there("lights")) return { stage: [lead(words.no_lights)], dock: [next()] };
  const again = () => post("/api/host/lights/try-out", {});
  again();
  const pair = h("div", { class: "pair" }, elsewhere(words.no_set_up, "/host/lights"), next(words.yes, "primary"));
  return { stage: [told("lights"), lead(words.why_lights), tap(words.show_again, "wide", again, { data: { do: "again" } })], dock: [ask(words.ask_lights), pair, later()] };
}

// ---- looking at devices

function repeat(pause, work) {
  let going = true;
  const step = async () => {
    if (!going) return;
    if (document.visibilityState === "visible") await work();
    setTimeout(step, pause);
  };
  step();
  return () => (going = false);
}

function watch(look) {
  leave = repeat(LOOK, async () => {
    const answer = await fetch(PATH).catch(() => null);
    if (!answer?.ok) return;
    now = await answer.json();
    look();
  });
}

// How the device says it is, live; what to do where it is not well.
const told = (device) => h("div", { class: "told", data: { device } }, ...wellness(device));

function wellness(device) {
  const is = health[device];
  if (!is) return [];
  return [
    h("p", { class: `health line ${is.fine ? "" : "failing"}` }, icon(is.fine ? "tick" : "warn"), h("span", {}, is.text)),
    is.fine ? null : h("p", { class: "label" }, words.failing),
  ].filter(Boolean);
}

listen("host", (view) => {
  health = view.health;
  for (const place of document.querySelectorAll(".told")) draw(place, health[place.dataset.device], () => wellness(place.dataset.device));
});

// ---- the end

function overview() {
  const rows = now.steps.map((step) =>
    h(
      "li",
      { class: "health" },
      h(
        "a",
        { class: "row", href: `?step=${step.name}` },
        step.done ? icon("tick") : icon("chevron", "icon faint"),
        h("span", { class: "grow" }, h("b", {}, words.steps[step.name]), step.done ? null : h("small", {}, step.waiting ? words.waits : words.put_off)),
      ),
    ),
  );
  const finished = now.steps.every((step) => step.done);
  return {
    stage: [lead(words.overview), h("ul", { class: "rows" }, rows)],
    dock: [finished ? ask(words.all_done) : null, h("a", { class: "button primary wide", href: "/host", data: { do: "host" } }, words.to_host)],
  };
}

load();
