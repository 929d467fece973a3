// Small helpers around the page: the words it was sent with, elements, icons. Nothing here knows a game.

export const words = JSON.parse(document.getElementById("words").textContent);

export const COLOURS = ["red", "blue", "yellow", "white"];

export const $ = (id) => document.getElementById(id);

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function icon(name, kind = "icon", label = null) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", kind);
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

export const shape = (colour, label = null) => icon(colour, `shape ${colour}`, label);

export const token = (seat, kind = "") =>
  h("span", { class: `token ${seat.colour} ${kind}`, "aria-hidden": "true" }, seat.initial);

// Draw again only what has changed, so that a finger, a focus or a movement is not cut off.
const drawn = new WeakMap();
export function draw(element, data, children) {
  const key = JSON.stringify(data);
  if (drawn.get(element) === key) return false;
  drawn.set(element, key);
  element.replaceChildren(...[children()].flat().filter(Boolean));
  return true;
}

// A sentence with its gaps filled.
export const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function showLine(element, text) {
  element.hidden = !text;
  setText(element, text || "");
}

// Play a movement again from its start.
export function again(element, kind) {
  element.classList.remove(kind);
  void element.offsetWidth;
  element.classList.add(kind);
}

export function announce(text) {
  if (text) setText($("live"), text);
}
