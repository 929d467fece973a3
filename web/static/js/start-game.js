// Who plays, and in which colours: all that a game asks which has no set-up page of its own.

import { act, listen } from "./connection.js";
import { $, ask, given, h, words } from "./dom.js";
import { playerCards } from "./host-players.js";
import { tap } from "./prompts.js";
import { draw, remembered } from "./redraw.js";

/** @type {{ game: Group & { name: string }, group: Player[] }} */
const { game, group: before } = given();

const group = remembered(before);

async function start() {
  const answer = await act("/api/host/start", { game: game.name, seats: group.value });
  if (answer.ok) location.assign("/host");
  return answer;
}

function showGroup() {
  draw($("group"), game, (offered) => {
    const regroup = () => {
      group.value = [...group.value];
      showGroup();
    };
    return playerCards(group.value, offered, regroup);
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
