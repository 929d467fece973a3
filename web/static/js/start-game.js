// Who plays, and in which colours: all that a game asks which has no set-up page of its own.

import { act, listen } from "./connection.js";
import { $, announce, ask, every, given, h, words } from "./dom.js";
import { namesakes, playerCards, tellAt, untell } from "./host-players.js";
import { tap } from "./prompts.js";
import { draw, remembered } from "./redraw.js";

/** @type {{ game: Group & { name: string }, group: Player[] }} */
const { game, group: before } = given();

const group = remembered(before);

async function start() {
  const faults = namesakes(group.value.map(({ name }) => name));
  if (faults.length) return tell(faults);
  const answer = await act("/api/host/start", { game: game.name, seats: group.value });
  if (answer.ok) location.assign("/host");
  return answer;
}

/** @param {SeatsFault[]} faults */
function tell(faults) {
  untell($("group"));
  tellAt(every($("group"), ".player"), faults);
  $("group").querySelector(".refusal")?.scrollIntoView({ block: "center" });
  announce(faults.map(({ text }) => text).join(" "));
}

function showGroup() {
  draw($("group"), game, (offered) => {
    const regroup = () => {
      group.value = [...group.value];
      showGroup();
    };
    return playerCards(group.value, offered, regroup, () => untell($("group")));
  });
}

listen("host", (view) => {
  const running = view.game !== null && !view.ended;
  $("group").hidden = running;
  draw($("dock"), { running }, (seen) =>
    seen.running
      ? [ask(words.running), h("a", { class: "button primary", href: "/host" }, words.to_host)]
      : tap(words.start, "primary wide", start, { data: { do: "start" } }),
  );
});

showGroup();
