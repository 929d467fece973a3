// The host's page of the machine itself: read notices, send a backup piece by piece, start again, switch off.

import { $, h, setText, showLine, words } from "./dom.js";
import { listen } from "./link.js";
import { twice } from "./host-twice.js";
import { showNotices } from "./notices.js";

const PIECE = 512 * 1024;
const BACK = 4_000;
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });

// Sent once and waited for: what the machine does here takes its time, and must not be done twice.
async function once(path, kind, body) {
  try {
    const answer = await fetch(`/api/host/care/${path}`, { method: "POST", headers: { "Content-Type": kind }, body });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return { ok: false, text: words.offline };
  }
}

const send = (what) => once(what, "application/json", "{}");
const sendPiece = (file, start) => once(`piece?start=${start}`, "application/octet-stream", file.slice(start, start + PIECE));

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

async function restore(button) {
  const file = $("file").files[0];
  for (let start = 0; start === 0 || start < file.size; start += PIECE) {
    setText(button, `${words.sending} ${percent.format(start / (file.size || 1))}`);
    const answer = await sendPiece(file, start);
    if (!answer.ok) return answer;
  }
  return comeBack(await send("restore"));
}

$("file").addEventListener("change", () => {
  const work = () => restore(button).finally(() => setText(button, words.restore));
  const button = twice(words.restore, words.really_restore, work, "wide", { data: { do: "restore" } });
  const file = $("file").files[0];
  $("restoring").hidden = !file;
  $("restoring").replaceChildren(...(file ? [h("p", {}, file.name), button] : []));
});

listen("host", showNotices);

async function switchOff() {
  const answer = await send("switch-off");
  if (answer.ok) showLine($("news"), words.going_off);
  return answer;
}

$("power").append(
  twice(words.restart, words.really_restart, async () => comeBack(await send("restart")), "", { data: { do: "restart" } }),
  twice(words.off, words.really_off, switchOff, "", { data: { do: "off" } }),
);
