// One past game, move by move, as the room saw it. It only looks.

import { $, h, icon, setText, words } from "./dom.js";
import { refuse } from "./asking.js";
import { boardMap } from "./board-map.js";
import { hammeringBoard } from "./hammering.js";
import { showPanels } from "./panels.js";

const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const hammer = hammeringBoard($("hammering"));
const map = words.plan ? boardMap(words.plan, words.map, () => {}) : null;
if (map) $("board").append(map.element);
if (words.at) setText($("when"), new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" }).format(new Date(words.at * 1000)));

const known = new Map(); // each place is asked for once
let here = 0;

async function at(after) {
  if (!known.has(after)) {
    const answer = await fetch(`/api/games/${words.key}?after=${after}`);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.text);
    known.set(after, told);
  }
  return known.get(after);
}

async function go(after) {
  here = Math.min(words.moves, Math.max(0, after));
  $("slider").value = here;
  const wanted = here;
  try {
    const view = await at(wanted);
    if (wanted === here) show(view);
    if (wanted < words.moves) at(wanted + 1).catch(() => {});
  } catch (error) {
    refuse($("slider"), error instanceof TypeError ? words.offline : error.message);
  }
}

function show(view) {
  history.replaceState(null, "", `#${view.after}`);
  setText($("headline"), view.headline);
  setText($("count"), view.after ? fill(words.move_of, { number: view.after, moves: view.moves }) : words.before_all);
  setText($("move"), view.after ? [view.seat === null ? null : view.seats[view.seat].name, view.move].filter(Boolean).join(": ") : "");
  hammer(view.hammering, view.seats);
  showPanels($("panels"), { ...view, ended: false });
  if (map && view.board) map.show(pieces(view));
  for (const [name, button] of Object.entries(ways)) button.disabled = name === "first" || name === "previous" ? !view.after : view.after === view.moves;
}

function pieces({ board, seats }) {
  const { plan } = words;
  return {
    shapes: plan.photo ? [] : board.regions.map((region) => ({ kind: region.landscape, corners: plan.regions[region.id].shape })),
    points: [
      ...board.regions.map((region) => {
        const trolls = region.trolls.map((count, seat) => [seats[seat], count]).filter(([, count]) => count);
        return {
          at: plan.regions[region.id].at,
          kind: `region ${region.landscape} done`,
          sign: region.landscape,
          text: region.treasure === null ? "–" : String(region.treasure),
          label: `${region.name}: ${words.treasure} ${region.treasure ?? "–"}${trolls.map(([seat, count]) => `, ${seat.name} ${count}`).join("")}`,
          under: trolls.map(([seat, count]) => h("i", { class: `token ${seat.colour}` }, `${seat.initial}${count}`)),
          name: region.id,
        };
      }),
      ...board.spots.map((spot) => ({ at: plan.spots[spot.id], kind: "spot", text: spot.number, label: spot.number, name: spot.id })),
    ],
  };
}

const way = (name, sign, kind, work) => h("button", { class: `button ${kind}`, type: "button", data: { do: name }, "aria-label": words[name], onclick: work }, sign.map((each) => icon(...each)));

const ways = {
  first: way("first", [["back"], ["back"]], "ends", () => go(0)),
  previous: way("previous", [["back"]], "", () => go(here - 1)),
  next: way("next", [["chevron"]], "primary", () => go(here + 1)),
  last: way("last", [["chevron"], ["chevron"]], "ends", () => go(words.moves)),
};
$("ways").append(...Object.values(ways));
$("slider").addEventListener("input", (event) => go(Number(event.target.value)));
addEventListener("keydown", (event) => {
  if (event.target === $("slider")) return;
  if (event.key === "ArrowRight") go(here + 1);
  if (event.key === "ArrowLeft") go(here - 1);
});

go(Number(location.hash.slice(1)) || 0);
