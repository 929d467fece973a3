// The host's self-test: one hit, one picture, one lamp. Each device says that it is fine, or what to do.

import { listen, post } from "./connection.js";
import { sign } from "./devices/common.js";
import { $, ask, fill, given, h, icon, pair, setText, within, words } from "./dom.js";
import { showLamps } from "./lamps.js";
import { repeat } from "./polling.js";
import { tap } from "./prompts.js";
import { present } from "./redraw.js";
import { look } from "./requests.js";

/** @typedef {"hits" | "camera" | "lights"} Device */

/**
 * @typedef {object} Given
 * @property {Record<Device, string>} devices
 * @property {boolean} simulated
 * @property {Record<Device, string>} names
 * @property {Record<Device, string>} not_there
 * @property {Record<Device, string>} set_up
 */

/** @typedef {{ wrong: string, mend: string | null }} Cure */

const LOOK = 400; // milliseconds between looks at a device
const AWAKE = 1500; // milliseconds: by then the camera looks as often as in a hammering
const PATIENCE = 20_000; // milliseconds: whoever was asked has hit by then
const PATH = "/api/host/self-test";
const ORDER = /** @type {Device[]} */ (["hits", "camera", "lights"]);

/** @type {Given} */
const { devices, simulated, names, not_there: notThere, set_up: setUp } = given();

/** What is said of a device that says nothing itself, and so does not say what to do. @type {Record<Device, string>} */
const VAGUE = { hits: words.not_heard, camera: words.no_picture, lights: words.not_lit };

/** @type {Partial<Record<Device, Health>>} */
let verdicts = {};
/** @type {Record<string, Health>} */
let health = {};
let leave = () => {}; // ends what the step on screen has begun

listen("host", (/** @type {HostView} */ view) => {
  health = view.health;
});

/** @param {Device | undefined} device */
function show(device) {
  leave();
  leave = () => {};
  setText($("number"), device ? fill(words.number, { number: ORDER.indexOf(device) + 1, count: ORDER.length }) : "");
  setText($("title"), device ? names[device] : words.title);
  fillIn(device ? tried(device) : overview());
  within(document, "main").scrollTop = 0;
}

/** @type {(device: Device) => Guided} */
const tried = (device) => (devices[device] === "none" ? missing(device) : TRIED[device]());

/** @param {Guided} shown */
function fillIn({ stage, dock }) {
  $("stage").replaceChildren(...present(stage));
  $("dock").replaceChildren(...present(dock));
}

const lead = (/** @type {string} */ text) => h("p", { class: "lead" }, text);

/** @param {Device} device */
const next = (device) =>
  tap(words.next, "primary wide", () => show(ORDER[ORDER.indexOf(device) + 1]), { data: { do: "next" } });

/** @param {Device} device @returns {Guided} */
const missing = (device) => ({ stage: [lead(notThere[device])], dock: [next(device)] });

// ---- what came of it

/** It works. @type {(device: Device, text: string, ...shown: Child[]) => void} */
function well(device, text, ...shown) {
  leave();
  verdicts[device] = { fine: true, text };
  fillIn({ stage: [told(verdicts[device]), ...shown], dock: [next(device)] });
}

/**
 * It does not: what the device says, or else what was seen of it, and what the doctor finds.
 * @type {(device: Device, seen?: string, ...shown: Child[]) => Promise<void>}
 */
async function unwell(device, seen = VAGUE[device], ...shown) {
  leave();
  const own = health[device];
  const verdict = { fine: false, text: own && !own.fine ? own.text : seen };
  verdicts[device] = verdict;
  const dock = [
    pair(
      h("a", { class: "button", href: setUp[device] }, words.to_set_up),
      tap(words.again, "", () => show(device), { data: { do: "again" } }),
    ),
    next(device),
  ];
  const cures = h("div", { class: "cures" });
  fillIn({ stage: [told(verdict), ...shown, cures], dock });
  const found = /** @type {{ cures: Cure[] } | null} */ (await look(`${PATH}/cures/${device}`));
  if (!found) return;
  const vague = verdict.text === VAGUE[device] && !found.cures.length;
  cures.replaceChildren(...present(vague ? lead(words.machine_fine) : found.cures.map(cure)));
}

/** @param {Health} verdict */
const told = ({ fine, text }) =>
  h("p", { class: `health line ${fine ? "fine" : "failing"}`, role: "status" }, sign(fine), h("span", {}, text));

/** @param {Cure} found */
const cure = ({ wrong, mend }) =>
  h("div", { class: "card cure" }, h("p", {}, wrong), mend ? h("p", { class: "mend" }, `→ ${mend}`) : null);

// ---- the three

/** @type {Record<Device, () => Guided>} */
const TRIED = { hits, camera, lights };

/** @returns {Guided} */
function hits() {
  const state = h("p", { class: "status big", role: "status", data: { doing: "settling" } }, words.listening);
  const since = Date.now();
  const give = () => unwell("hits");
  post(`${PATH}/hit`, {}).then((answer) => {
    if (!answer.ok) unwell("hits", answer.text);
  });
  leave = repeat(LOOK, async () => {
    const now = /** @type {{ heard: boolean } | null} */ (await look(`${PATH}/hit`));
    if (now?.heard) well("hits", words.heard);
    else if (Date.now() - since > PATIENCE) give();
  });
  const tower = simulated ? h("a", { class: "button wide", href: "/tower", target: "_blank" }, words.open_tower) : null;
  return {
    stage: [state, tower],
    dock: [ask(words.ask_hit), tap(words.nothing, "wide", give, { data: { do: "no" } })],
  };
}

/** @returns {Guided} */
function camera() {
  const since = Date.now();
  leave = repeat(LOOK, async () => {
    const seen = /** @type {CameraNow | null} */ (await look("/api/host/camera"));
    if (Date.now() - since < AWAKE) return;
    const picture = seen?.now.words ? await newest() : null;
    if (seen?.now.words && picture) judge(seen.now, picture);
    else if (health.camera?.fine === false || Date.now() - since > PATIENCE) unwell("camera");
  });
  const state = h("p", { class: "status big", role: "status", data: { doing: "settling" } }, words.looking);
  return { stage: [state], dock: [ask(words.look)] };
}

/** The mat comes first: what was seen without it is of no use. @type {(seen: Seeing, picture: HTMLElement) => void} */
function judge({ hints, words: sighting }, picture) {
  const wrong = [...hints, ...(sighting ? [sighting] : [])].find((hint) => !hint.fine);
  if (wrong) unwell("camera", wrong.text, picture);
  else well("camera", hints[0]?.text ?? words.seen, picture);
}

/** @returns {Promise<HTMLImageElement | null>} */
const newest = () =>
  new Promise((done) => {
    const picture = h("img", { class: "sight large", alt: "", width: 1280, height: 720 });
    picture.onload = () => done(picture);
    picture.onerror = () => done(null);
    picture.src = `/api/host/camera/picture.jpg?${Date.now()}`;
  });

/** @returns {Guided} */
function lights() {
  const lamps = h("div", { class: "lamps drawn", role: "img", "aria-label": words.lamps });
  const begun = post("/api/host/lights/try-out", {});
  leave = repeat(LOOK / 2, async () => {
    await begun;
    const lit = /** @type {Lit | null} */ (await look("/api/host/lights"));
    if (lit) showLamps(lamps, lit.lamps);
    if (health.lights?.fine === false) unwell("lights");
  });
  const no = tap(words.no, "", () => unwell("lights"), { data: { do: "no" } });
  const yes = tap(words.yes, "primary", () => well("lights", words.lit), { data: { do: "yes" } });
  return { stage: [lead(words.why_lights), lamps], dock: [ask(words.ask_lights), pair(no, yes)] };
}

// ---- the end

/** @param {Device} device */
function row(device) {
  const verdict = verdicts[device];
  const mark = verdict ? sign(verdict.fine) : icon("chevron", "icon faint");
  const text = verdict?.text ?? notThere[device];
  return h(
    "li",
    { class: `row health ${verdict?.fine === false ? "failing" : "fine"}`, data: { device } },
    mark,
    h("span", { class: "grow" }, h("b", {}, names[device]), h("small", {}, text)),
  );
}

/** @returns {Guided} */
function overview() {
  const fine = ORDER.every((device) => verdicts[device]?.fine !== false);
  const again = () => {
    verdicts = {};
    show(ORDER[0]);
  };
  return {
    stage: [h("ul", { class: "rows facts" }, ORDER.map(row))],
    dock: [
      ask(fine ? words.all_fine : words.not_all),
      tap(words.again, "wide", again, { data: { do: "again" } }),
      h("a", { class: "button primary wide", href: "/host", data: { do: "host" } }, words.to_host),
    ],
  };
}

show(ORDER[0]);
