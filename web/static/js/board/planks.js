// The ten planks: the spaces of each, tapped in their order.

import { fill, h, icon, words } from "../dom.js";
import { strip } from "../board-strip.js";
import { ask, button, landscapeKeys, onward } from "./parts.js";
import { changed, newId, now, show } from "./recording.js";

export function planks() {
  const here = now.draft.planks[now.plank]?.spaces ?? [];
  const next = button(words.next_plank, () => open(now.plank + 1), { do: "next-plank" }, here.length ? "primary" : "");
  next.disabled = !here.length;
  const last = now.plank >= words.planks - 1;
  return {
    stage: [h("div", { class: "choices" }, Array.from({ length: Math.max(words.planks, now.draft.planks.length) }, row))],
    dock: [
      ask(fill(words.ask_plank, { number: now.plank + 1 })),
      h("div", { class: "writing" }, here.length ? strip(here) : h("small", {}, words.empty)),
      keys(here),
      last ? onward() : h("div", { class: "pair" }, next),
    ],
  };
}

function open(plank) {
  now.plank = plank;
  show();
}

function row(_, index) {
  const spaces = now.draft.planks[index]?.spaces ?? [];
  return h(
    "button",
    { class: "button plank laid", type: "button", data: { plank: index }, "aria-pressed": String(index === now.plank), disabled: index > now.draft.planks.length, onclick: () => open(index) },
    h("b", { class: "figure" }, String(index + 1)),
    spaces.length ? strip(spaces) : h("small", {}, words.empty),
  );
}

function keys(here) {
  const add = (space) => set([...here, space]);
  const all = landscapeKeys(null, add, () => false);
  all.append(
    h("button", { class: "button key wide-key", type: "button", data: { landscape: "wander" }, onclick: () => add("wander") }, icon("wander", "icon land wander"), h("span", {}, words.wander)),
    h("button", { class: "button key", type: "button", "aria-label": words.erase, data: { do: "erase" }, disabled: !here.length, onclick: () => set(here.slice(0, -1)) }, icon("undo")),
  );
  return all;
}

function set(spaces) {
  const { planks } = now.draft;
  while (planks.length <= now.plank) planks.push({ id: newId("plank", planks), spaces: [] });
  planks[now.plank].spaces = spaces;
  if (!spaces.length && now.plank === planks.length - 1) planks.pop();
  changed();
}
