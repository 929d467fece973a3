// The host sets up Trollfjord: one question after the other; whatever nobody wants to enter is shuffled or dealt.

import { $, announce, draw, fill, h, icon, token, words } from "./dom.js";
import { act, listen, post } from "./link.js";
import { refuse, tap } from "./asking.js";
import { playerCards } from "./host-players.js";
import { boardMap, nearest } from "./board-map.js";
import { strip } from "./board-strip.js";

const STEPS = ["players", "start", "fortresses", "planks", "treasures"];
const NUMERALS = ["I", "II", "III"];
const SAVED = "set-up";
const EVENING = 12 * 3600 * 1000; // milliseconds that half a set-up is kept

const blank = () => ({ start: [], planks: [], fortresses: {}, treasures: {} });

const fresh = { step: "players", seats: words.group, board: words.chosen, ...blank() };
const set = { ...fresh, ...saved() };
if (!words.boards.includes(set.board)) Object.assign(set, { board: words.chosen, ...blank() });
let board = null;
let faults = [];
let focus = null; // the spot or region that is asked for, when it is not simply the next one

// Half a set-up survives a reload, a closed tab and a flat battery, but neither the evening nor the next game.
function saved() {
  const { after, at, ...kept } = JSON.parse(localStorage.getItem(SAVED) ?? "{}");
  return after === words.after && Date.now() - at < EVENING ? kept : {};
}

const keep = () => localStorage.setItem(SAVED, JSON.stringify({ ...set, after: words.after, at: Date.now() }));
const entered = () => ({ start: set.start, planks: set.planks, fortresses: set.fortresses, treasures: set.treasures });
const named = () => set.seats.map((seat, index) => ({ name: seat.name.trim() || `${words.player} ${index + 1}`, colour: seat.colour }));
const seatOf = (index) => ({ ...named()[index], initial: named()[index].name.slice(0, 1).toUpperCase() });

const size = { start: () => set.seats.length, fortresses: () => board.spots.length, planks: () => board.planks.length, treasures: () => board.regions.length };
const filled = (step) => step === "players" || Object.keys(set[step]).length === size[step]();

async function load(name) {
  const answer = await fetch(`/api/host/board?name=${encodeURIComponent(name)}`);
  if (answer.ok) board = await answer.json();
}

function go(step) {
  set.step = step;
  focus = null;
  keep();
  show();
  $("stage").closest("main").scrollTop = 0;
}

function changed() {
  faults = faults.filter((fault) => fault.step !== set.step);
  keep();
  show();
}

const SHOWN = { players, start, fortresses, planks, treasures };

function show() {
  const { stage, dock } = SHOWN[set.step]();
  $("title").textContent = words[`step_${set.step}`];
  draw($("steps"), [set, faults], () => STEPS.map(stepButton));
  const here = faults.filter((fault) => fault.step === set.step && !fault.seats.length);
  $("faults").hidden = !here.length;
  $("faults").replaceChildren(...here.map((fault) => h("li", {}, fault.text)));
  $("stage").replaceChildren(...stage);
  $("dock").replaceChildren(...dock.filter(Boolean));
  $("stage").querySelector(".mark.asked")?.scrollIntoView({ block: "center" });
}

function stepButton(step, index) {
  const faulty = faults.some((fault) => fault.step === step);
  const state = faulty ? "warn" : filled(step) && (step !== "players" || set.step !== "players") ? "tick" : null;
  return h(
    "button",
    { class: `step-button${faulty ? " faulty" : ""}`, type: "button", data: { step }, "aria-current": step === set.step ? "step" : null, "aria-label": `${index + 1}. ${words[`step_${step}`]}`, onclick: () => go(step) },
    state ? icon(state) : String(index + 1),
  );
}

// ---- the buttons below every question

function onward(mine) {
  const last = set.step === STEPS.at(-1);
  const next = () => go(STEPS[STEPS.indexOf(set.step) + 1]);
  const done = filled(set.step);
  const forward = last
    ? tap(words.start, done ? "primary" : "", () => begin(false), { data: { do: "start" } })
    : h("button", { class: `button ${done ? "primary" : ""}`, type: "button", data: { do: "next" }, onclick: next }, words.next);
  const rest = tap(words.deal_rest, "quiet wide small", () => begin(true), { data: { do: "deal-rest" } });
  return [h("div", { class: "pair" }, mine, forward), last ? null : rest];
}

const forMe = (label) => tap([icon("shuffle"), label], filled(set.step) ? "" : "primary", dealt, { data: { do: "deal" } });

// What is entered already stays; a step that is complete is dealt anew.
async function dealt() {
  const part = set.step;
  const known = entered();
  if (filled(part)) known[part] = blank()[part];
  const answer = await post("/api/host/deal", { seats: named(), board: set.board, entered: known });
  if (!answer.ok) return answer;
  set[part] = answer[part];
  focus = null;
  changed();
  return answer;
}

async function begin(deal) {
  const answer = await act("/api/host/set-up", { seats: named(), board: set.board, entered: entered(), deal_rest: deal });
  if (answer.ok) {
    localStorage.removeItem(SAVED);
    location.assign("/host");
    return answer;
  }
  if (!answer.faults) return answer;
  faults = answer.faults;
  go(STEPS.find((step) => faults.some((fault) => fault.step === step)) ?? set.step);
  announce(faults.map((fault) => fault.text).join(" "));
  return null;
}

// ---- players and board

function players() {
  const before = [...set.seats];
  const redraw = () => {
    // Whoever stays keeps the place on the starting plank.
    set.start = set.start.map((seat) => set.seats.indexOf(before[seat])).filter((seat) => seat >= 0);
    changed();
  };
  const cards = playerCards(set.seats, words, redraw, typed);
  for (const { seats, text } of faults.filter(({ seats }) => seats.length)) tellAt(cards[seats.at(-1)], `fault-${seats.at(-1)}`, text);
  return { stage: [...cards, h("h2", {}, words.board), boardPicks()], dock: [h("p", { class: "ask" }, words.ask_players), ...onward(null)] };
}

// The cards stay as they are while somebody types: a new one would lose the keyboard.
function typed() {
  for (const line of $("stage").querySelectorAll(".player .refusal")) line.remove();
  faults = faults.filter((fault) => fault.step !== "players");
  keep();
}

function tellAt(card, id, text) {
  const input = card.querySelector("input");
  const line = h("p", { class: "refusal", id, role: "alert" }, text);
  input.setAttribute("aria-describedby", id);
  input.setAttribute("aria-invalid", "true");
  card.firstChild.after(line);
}

function boardPicks() {
  const pick = async (name) => {
    if (name !== set.board) Object.assign(set, { board: name, planks: [], fortresses: {}, treasures: {} });
    await load(name);
    changed();
  };
  return h(
    "div",
    { class: "choices boards" },
    words.boards.map((name) => h("button", { class: "button", type: "button", data: { board: name }, "aria-pressed": String(name === set.board), onclick: () => pick(name) }, name)),
    h("a", { class: "button quiet", href: "/host/board" }, icon("camera"), words.record_board),
  );
}

// ---- the order on the starting plank

function start() {
  const toggle = (seat) => {
    const place = set.start.indexOf(seat);
    if (place < 0) set.start.push(seat);
    else set.start.splice(place);
    if (set.start.length === set.seats.length - 1) set.start.push(set.seats.findIndex((_, index) => !set.start.includes(index)));
    changed();
  };
  const rows = set.seats.map((_, index) => {
    const place = set.start.indexOf(index);
    const last = filled("start") && place === set.seats.length - 1;
    return h(
      "button",
      { class: "button lord", type: "button", data: { seat: index }, "aria-pressed": String(place >= 0), onclick: () => toggle(index) },
      token(seatOf(index)),
      h("span", { class: "grow" }, h("b", {}, seatOf(index).name), place < 0 ? null : h("small", {}, fill(words.space, { number: place + 1 }) + (last ? ` · ${words.begins}` : ""))),
      place < 0 ? null : h("b", { class: "place figure" }, String(place + 1)),
    );
  });
  const ask = filled("start") ? fill(words.start_done, { name: seatOf(set.start.at(-1)).name }) : words.ask_start;
  return { stage: [h("div", { class: "choices lords" }, rows)], dock: [h("p", { class: "ask" }, ask), ...onward(forMe(words.shuffle))] };
}

// ---- numbers on the map

const waiting = (things, answers) => things.find((each) => each.id === focus) ?? things.find((each) => !(each.id in answers));

function map(active, answers, shown) {
  const { plan } = board;
  const places = active === "spots" ? plan.spots : Object.fromEntries(Object.entries(plan.regions).map(([id, region]) => [id, region.at]));
  const asked = waiting(board[active], answers)?.id;
  const view = boardMap(plan, words.map, (at) => {
    [focus] = nearest(places, at, plan.ratio);
    show();
  });
  const land = Object.fromEntries(board.regions.map((region) => [region.id, region]));
  view.show({
    shapes: plan.photo ? [] : board.regions.map((region) => ({ kind: region.landscape, corners: plan.regions[region.id].shape })),
    points: [
      ...board.regions.map((region) => ({
        at: plan.regions[region.id].at,
        kind: `region ${region.landscape}${active === "regions" ? (region.id === asked ? " asked" : region.id in answers ? " done" : " open") : " quiet"}`,
        sign: region.landscape,
        text: active === "regions" && region.id in answers ? shown(answers[region.id]) : "",
        label: `${land[region.id].name}${active === "regions" && region.id in answers ? `: ${answers[region.id]}` : ""}`,
        name: region.id,
      })),
      ...board.spots.map((spot) => ({
        at: plan.spots[spot.id],
        kind: `spot${active === "spots" ? (spot.id === asked ? " asked" : spot.id in answers ? " done" : " open") : " quiet"}`,
        text: spot.id in set.fortresses ? NUMERALS[set.fortresses[spot.id] - 1] : active === "spots" ? "?" : "",
        label: spot.name,
        name: spot.id,
      })),
    ],
  });
  return view.element;
}

function fortresses() {
  const spot = waiting(board.spots, set.fortresses);
  const used = (number) => board.spots.filter((each) => each !== spot && set.fortresses[each.id] === number).length;
  const answer = (number) => {
    set.fortresses[spot.id] = number;
    focus = lastFortress();
    changed();
  };
  const pad = h(
    "div",
    { class: "pair numerals" },
    NUMERALS.map((numeral, index) =>
      h(
        "button",
        { class: "button numbers", type: "button", disabled: used(index + 1) >= 2, "aria-pressed": String(set.fortresses[spot?.id] === index + 1), data: { number: index + 1 }, onclick: () => answer(index + 1) },
        numeral,
      ),
    ),
  );
  const ask = spot && !filled("fortresses") ? fill(words.ask_fortress, { spot: spot.name }) : words.fortresses_done;
  return { stage: [map("spots", set.fortresses, (number) => NUMERALS[number - 1])], dock: [h("p", { class: "ask" }, ask), spot ? pad : null, ...onward(forMe(words.shuffle))] };
}

// The last number follows from the others; it stays open, in case one of them was wrong.
function lastFortress() {
  const left = board.spots.filter((spot) => !(spot.id in set.fortresses));
  if (left.length !== 1) return null;
  const count = (number) => Object.values(set.fortresses).filter((each) => each === number).length;
  set.fortresses[left[0].id] = [1, 2, 3].find((number) => count(number) < 2);
  return left[0].id;
}

function treasures() {
  const region = waiting(board.regions, set.treasures);
  const lying = (value) => board.regions.filter((each) => each !== region && set.treasures[each.id] === value).length;
  const answer = (value) => {
    set.treasures[region.id] = value;
    focus = null;
    changed();
  };
  const pad = h(
    "div",
    { class: "choices pad", data: { columns: 5 } },
    words.copies.map(([value, copies]) =>
      h("button", { class: "button numbers", type: "button", disabled: lying(value) >= copies, data: { value }, onclick: () => answer(value) }, String(value)),
    ),
  );
  const ask = region ? fill(words.ask_treasure, { region: region.name }) : words.treasures_done;
  return { stage: [map("regions", set.treasures, String)], dock: [h("p", { class: "ask" }, ask), region ? pad : null, ...onward(forMe(words.deal))] };
}

// ---- the planks in their order

function planks() {
  const add = (id) => {
    set.planks.push(id);
    const rest = board.planks.filter((plank) => !set.planks.includes(plank.id));
    if (rest.length === 1) set.planks.push(rest[0].id);
    changed();
  };
  const cut = (place) => {
    set.planks.splice(place);
    changed();
  };
  const number = (id) => board.planks.findIndex((plank) => plank.id === id);
  const laid = set.planks.map((id, place) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "button plank laid", type: "button", "aria-label": `${place + 1}: ${fill(words.plank, { number: number(id) + 1 })} · ${words.undo}`, onclick: () => cut(place) },
        h("b", { class: "figure" }, String(place + 1)),
        strip(board.planks[number(id)]?.spaces ?? []),
        icon("undo", "icon faint"),
      ),
    ),
  );
  const left = board.planks.filter((plank) => !set.planks.includes(plank.id));
  const offer = h(
    "div",
    { class: "choices planks" },
    left.map((plank) => h("button", { class: "button plank", type: "button", data: { plank: plank.id }, onclick: () => add(plank.id) }, strip(plank.spaces))),
  );
  const ask = !left.length ? words.planks_done : set.planks.length ? words.ask_plank : words.first_plank;
  return { stage: [laid.length ? h("ol", { class: "laid-planks" }, laid) : null, offer].filter(Boolean), dock: [h("p", { class: "ask" }, ask), ...onward(forMe(words.shuffle))] };
}

// ---- beginning

let begun = false;

async function open(view) {
  if (view.game && !view.ended) {
    if (begun) return;
    $("title").textContent = words.running;
    $("dock").replaceChildren(h("a", { class: "button primary", href: "/host" }, words.to_host));
    return;
  }
  if (begun) return;
  begun = true;
  await load(set.board);
  if (!board) return refuse($("dock"), words.offline);
  show();
}

listen("host", open);
