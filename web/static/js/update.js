// Brings another version, on the machine's page: shows how the machine is, sends a bundle, tells how it goes.

import { $, h, setText, showLine, words } from "./dom.js";
import { holdButton } from "./hold-button.js";
import { sendInPieces } from "./pieces.js";
import { look, sendOnce } from "./requests.js";

const PAUSE = 3_000; // milliseconds between two looks while an update is under way
const CARE = "/api/host/care";

/** @type {(what: string, body?: object) => Promise<Answer>} */
const ask = (what, body = {}) =>
  sendOnce(`${CARE}/update/${what}`, JSON.stringify(body), { "Content-Type": "application/json" });

/** While an update is under way the companion may be gone for a moment: then nobody answers, and it is asked again. */
async function show() {
  /** @type {Machine | null} */
  const machine = await look(`${CARE}/machine`);
  if (machine) {
    $("facts").replaceChildren(...machine.facts.map((fact) => h("li", {}, fact)));
    $("updating").hidden = !machine.possible || Boolean(machine.progress?.under_way);
    $("by-hand").hidden = machine.possible;
    showLine($("progress"), machine.progress?.text);
  }
  if (!machine || machine.progress?.under_way) setTimeout(show, PAUSE);
}

/** @type {(answer: Answer) => Answer} */
function begun(answer) {
  if (answer.ok) void show();
  return answer;
}

/** @type {(file: File, button: HTMLElement) => Promise<Answer>} */
async function update(file, button) {
  const answer = await sendInPieces(`${CARE}/update/piece`, file, button);
  return answer.ok ? begun(await ask("file")) : answer;
}

/** @param {File} file */
function sending(file) {
  const work = () => update(file, button).finally(() => setText(button, words.update));
  const button = holdButton(words.update, words.hold_update, work, "wide", { data: { do: "update" } });
  return [h("p", {}, file.name), button];
}

$("bundle").addEventListener("change", () => {
  const file = $("bundle", HTMLInputElement).files?.[0];
  $("sending").hidden = !file;
  $("sending").replaceChildren(...(file ? sending(file) : []));
});

$("fetching").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = begun(await ask("address", { address: $("address", HTMLInputElement).value.trim() }));
  showLine($("fetching-said"), answer.ok ? "" : answer.text);
});

void show();
