// Tells the room who sat down, on every page that listens: a line that comes, is read aloud, and goes.

import { announce, h } from "./dom.js";

const SHOWN = 6_000; // milliseconds

/** @type {(view: View, before: View | null) => void} */
export function tellArrival(view, before) {
  const { arrival } = view;
  if (!arrival || before?.boot !== view.boot || before.arrival?.number === arrival.number) return;
  for (const old of document.querySelectorAll(".arrival")) old.remove();
  const line = h("p", { class: "arrival" }, arrival.text);
  document.body.append(line);
  announce(arrival.text);
  setTimeout(() => line.remove(), SHOWN);
}
