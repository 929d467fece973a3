// Keeps the codes on the table screen true while the network comes, goes and changes.

import { $, setText, within } from "./dom.js";
import { poll } from "./polling.js";

const PAUSE = 10_000;

poll(() => "/api/invite", PAUSE, show);

/** @param {Invitation} now */
function show(now) {
  $("pin-offered").hidden = !now.pin_offered;
  $("no-network").hidden = Boolean(now.address);
  code($("page-code"), now.address, "/qr.svg");
  code($("wifi-code"), now.address && now.wifi, "/wifi.svg");
  within($("page-code"), ".code-name").hidden = $("wifi-code").hidden;
}

/** @type {(place: HTMLElement, text: string | null, drawing: string) => void} */
function code(place, text, drawing) {
  place.hidden = !text;
  if (!text) return;
  // The name is part of the address, so that another network is another picture.
  const address = `${drawing}?${encodeURIComponent(text)}`;
  const image = within(place, "img", HTMLImageElement);
  if (image.getAttribute("src") !== address) image.src = address;
  setText(within(place, ".address"), text);
}
