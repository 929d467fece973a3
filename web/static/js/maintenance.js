// The host's page of the machine itself: read notices, send a backup piece by piece, start again, switch off.

import { listen } from "./connection.js";
import { $, h, setText, showLine, words } from "./dom.js";
import { holdButton } from "./hold-button.js";
import { showNotices } from "./notices.js";
import { sendInPieces } from "./pieces.js";
import { sendOnce } from "./requests.js";

const BACK = 4_000;

/** @type {(what: string) => Promise<Answer>} */
const send = (what) => sendOnce(`/api/host/care/${what}`, "{}", { "Content-Type": "application/json" });

/** @type {(answer: Answer) => Answer} */
function comeBack(answer) {
  if (!answer.ok) return answer;
  showLine($("news"), words.starting);
  $("news").scrollIntoView({ block: "nearest" });
  const look = async () => {
    const there = await fetch("/host/care").catch(() => null);
    if (there?.ok) location.reload();
    else setTimeout(look, 1000);
  };
  setTimeout(look, BACK);
  return answer;
}

/** @type {(file: File, button: HTMLElement) => Promise<Answer>} */
async function restore(file, button) {
  const answer = await sendInPieces("/api/host/care/piece", file, button);
  if (!answer.ok) return answer;
  return comeBack(await send("restore"));
}

$("file").addEventListener("change", () => {
  const file = $("file", HTMLInputElement).files?.[0];
  $("restoring").hidden = !file;
  $("restoring").replaceChildren(...(file ? restoring(file) : []));
});

/** @param {File} file */
function restoring(file) {
  const work = () => restore(file, button).finally(() => setText(button, words.restore));
  const button = holdButton(words.restore, words.hold_restore, work, "wide", { data: { do: "restore" } });
  return [h("p", {}, file.name), button];
}

listen("host", showNotices);

async function restart() {
  return comeBack(await send("restart"));
}

async function switchOff() {
  const answer = await send("switch-off");
  if (answer.ok) showLine($("news"), words.going_off);
  return answer;
}

$("power").append(
  holdButton(words.restart, words.hold_restart, restart, "", { data: { do: "restart" } }),
  holdButton(words.off, words.hold_off, switchOff, "", { data: { do: "off" } }),
);
