// The simulated tower: hit it, spill it, break its devices, and see the truth beside what was counted.

import { listen, post } from "./connection.js";
import { $, COLOURS, every, setText, shape, showLine, within, words } from "./dom.js";
import { showLamps } from "./lamps.js";
import { newPicture } from "./live-picture.js";
import { repeat } from "./polling.js";
import { look } from "./requests.js";

const PAUSE = 330;

const faults = every(document, "[data-fault]", HTMLInputElement);

listen("tower", (view) => {
  showLine($("status"), view.status.question?.text ?? view.status.text);
  $("status").dataset.doing = view.status.doing;
  row("counted", view.hammering?.boulders);
});

/** @type {(id: string, boulders: Boulders | null | undefined) => void} */
function row(id, boulders) {
  for (const colour of COLOURS)
    setText(within($(id), `[data-colour=${colour}]`), boulders ? String(boulders[colour]) : "–");
}

/** @param {TowerNow} now */
function show(now) {
  row("truth", now.on_mat);
  row("recognised", now.recognised);
  showLamps($("lights"), now.pixels);
  for (const box of faults) box.checked = now.faults[box.dataset.fault ?? ""];
}

/** @param {Partial<Boulders>} fell */
function tell(fell) {
  const parts = COLOURS.filter((colour) => fell[colour]).flatMap((colour) => [
    String(fell[colour]),
    shape(colour, words[colour]),
  ]);
  $("fell").replaceChildren(...(parts.length ? [`${words.fell} `, ...parts] : [words.nothing]));
}

/** @type {(path: string, body: object) => Promise<void>} */
async function ask(path, body) {
  const now = /** @type {AnswerWith<TowerNow>} */ (await post(`/api/tower/${path}`, body));
  showLine($("refusal"), now.ok ? null : now.text);
  if (!now.ok) return;
  show(now);
  if (now.fell) tell(now.fell);
  else $("fell").replaceChildren();
}

for (const button of every(document, "[data-do]")) {
  const { do: what = "", strength } = button.dataset;
  button.addEventListener("click", () => ask(what, strength ? { strength: Number(strength) } : {}));
}
for (const box of faults)
  box.addEventListener("change", () => ask("fault", { name: box.dataset.fault, on: box.checked }));

repeat(PAUSE, async () => {
  const now = /** @type {TowerNow | null} */ (await look("/api/tower"));
  if (now) show(now);
  await newPicture("/tower/picture.jpg");
});
