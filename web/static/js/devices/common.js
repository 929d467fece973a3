// What the device pages share: the device's health live, answers that are asked for again and again, numbers in words.

import { $, draw, h, icon } from "../dom.js";
import { listen } from "../link.js";

const language = document.documentElement.lang;
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });

export const asPercent = (share) => percent.format(share);

export function asAgo(seconds) {
  if (seconds < 60) return ago.format(-Math.round(seconds), "second");
  if (seconds < 3600) return ago.format(-Math.round(seconds / 60), "minute");
  return ago.format(-Math.round(seconds / 3600), "hour");
}

export const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

export function follow(device) {
  listen("host", (view) => {
    const health = view.health[device];
    $("health").hidden = !health;
    if (!health) return;
    $("health").classList.toggle("failing", !health.fine);
    draw($("health"), health, () => [icon(health.fine ? "tick" : "warn"), h("span", {}, health.text)]);
  });
}

// Ask for `path()` now and again while somebody looks; never twice at once.
export function poll(path, pause, show) {
  async function ask() {
    if (document.visibilityState === "visible") {
      const answer = await fetch(path()).catch(() => null);
      if (answer?.status === 401) return location.reload();
      if (answer?.ok) await show(await answer.json());
    }
    setTimeout(ask, pause);
  }
  ask();
}
