// Keeps the codes on the table screen true while the network comes, goes and changes.

import { $, setText } from "./dom.js";

const PAUSE = 10_000;
let shown = "";

async function look() {
  const answer = await fetch("/api/invite").catch(() => null);
  if (answer?.ok) show(await answer.json());
  setTimeout(look, PAUSE);
}

function show(now) {
  const key = JSON.stringify(now);
  if (key === shown) return;
  shown = key;
  $("pin-offered").hidden = !now.pin_offered;
  $("no-network").hidden = Boolean(now.address);
  code($("page-code"), now.address, "/qr.svg");
  code($("wifi-code"), now.address && now.wifi, "/wifi.svg");
  $("page-code").querySelector(".code-name").hidden = $("wifi-code").hidden;
}

function code(place, text, drawing) {
  place.hidden = !text;
  if (!text) return;
  // The name is part of the address, so that another network is another picture.
  place.querySelector("img").src = `${drawing}?${encodeURIComponent(text)}`;
  setText(place.querySelector(".address"), text);
}

look();
