// Small helpers around the page: the words it was sent with, elements, icons. Nothing here knows a game.

import { present } from "./redraw.js";

const SVG = "http://www.w3.org/2000/svg";

export const EACH = 11; // boulders of a colour in the box
export const COLOURS = /** @type {const} */ (["red", "blue", "yellow", "white"]);

/**
 * @template {Element} T
 * @param {Element | null} found
 * @param {string} name
 * @param {(new () => T) | undefined} kind
 * @returns {T}
 */
function sure(found, name, kind) {
  if (found instanceof (kind ?? HTMLElement)) return /** @type {T} */ (found);
  throw new Error(`This page has no ${name}`);
}

/**
 * The element of this id, which the page has; `kind` says what it is, where that matters.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const $ = (id, kind) => sure(document.getElementById(id), `#${id}`, kind);

/**
 * The first element that matches, of which there is one.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const within = (root, selector, kind) => sure(root.querySelector(selector), selector, kind);

/**
 * The nearest element around this one that matches, of which there is one.
 * @template {Element} [T=HTMLElement]
 * @param {Element} inner
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const around = (inner, selector, kind) => sure(inner.closest(selector), selector, kind);

/**
 * All elements that match.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T[]}
 */
export const every = (root, selector, kind) =>
  [...root.querySelectorAll(selector)].map((each) => sure(each, selector, kind));

/** @type {Record<string, string>} */
export const words = JSON.parse($("words").textContent);

/**
 * What else the page was sent with, beside its words.
 * @template T
 * @returns {T}
 */
export const given = () => /** @type {any} */ (words);

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} element
 * @param {Props} props
 * @param {Child[]} children
 * @returns {T}
 */
function furnished(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children).map((each) => (typeof each === "string" ? together(each) : each)));
  return element;
}

/** What is counted stays on the line of its number: "2 trolls", "1 × red". @param {string} text */
export const together = (text) => text.replace(/(\d|×) (?=\p{L}|×)/gu, "$1\u00a0");

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, props = {}, ...children) => furnished(document.createElement(tag), props, children);

/**
 * Like `h`, for what is drawn.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export const s = (tag, props = {}, ...children) => furnished(document.createElementNS(SVG, tag), props, children);

/** @type {(name: string, kind?: string, label?: string | null) => SVGSVGElement} */
export function icon(name, kind = "icon", label = null) {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg", { class: kind, ...said }, s("use", { href: `#${name}` }));
}

/** @type {(colour: Colour, label?: string | null) => SVGSVGElement} */
export const shape = (colour, label = null) => icon(colour, `shape ${colour}`, label);

/**
 * Give an element a player's colour, for a style sheet to use; what the game left out is left to the look.
 * @template {HTMLElement | SVGElement} T
 * @param {T} element
 * @param {Paint} paint
 * @returns {T}
 */
export function painted(element, { rgb, ink, ring }) {
  const { style } = element;
  style.setProperty("--piece", rgb);
  style.setProperty("--piece-ink", ink);
  style.setProperty("--piece-ring-dark", ring?.dark ?? null);
  style.setProperty("--piece-ring-light", ring?.light ?? null);
  return element;
}

/** @type {(seat: Token, kind?: string) => HTMLElement} */
export const token = (seat, kind = "") =>
  painted(h("span", { class: `token ${kind}`, "aria-hidden": "true" }, seat.initial), seat);

/**
 * A button that does its work at once; one that asks the table is a `tap`.
 * @param {Child} label
 * @param {string} kind
 * @param {(event: MouseEvent) => unknown} work
 * @param {Props} extra
 */
export const button = (label, kind, work, extra = {}) =>
  h("button", { class: `button ${kind}`, type: "button", onclick: work, ...extra }, label);

/** @type {(text: string) => HTMLElement} */
export const ask = (text) => h("p", { class: "ask" }, text);

/** @type {(...buttons: Child[]) => HTMLElement} */
export const pair = (...buttons) => h("div", { class: "pair" }, buttons);

/**
 * A line of a list that opens when it is tapped.
 * @param {boolean} open
 * @param {Props} props
 * @param {() => unknown} toggle
 * @param {Child[]} line
 * @param {() => Child} details
 */
export function foldable(open, props, toggle, line, details) {
  const inside = open ? details() : null;
  return h(
    "li",
    { ...props, class: ["move", props.class, open ? "open" : ""].filter(Boolean).join(" ") },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: toggle },
      line,
      icon("chevron", "icon faint turn"),
    ),
    inside ? h("div", { class: "details" }, inside) : null,
  );
}

/** A sentence with its gaps filled. @type {(sentence: string, facts: Facts) => string} */
export const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));

/** @type {(element: Element, text: string) => void} */
export function setText(element, text) {
  const kept = together(text);
  if (element.textContent !== kept) element.textContent = kept;
}

/** @type {(element: HTMLElement, text: string | null | undefined) => void} */
export function showLine(element, text) {
  element.hidden = !text;
  setText(element, text || "");
}

/** Play a movement again from its start. @type {(element: HTMLElement, kind: string) => void} */
export function again(element, kind) {
  element.classList.remove(kind);
  void element.offsetWidth;
  element.classList.add(kind);
}

/**
 * What has the focus may be drawn anew: it is at `next` then, and not nowhere.
 * @type {(work: () => void, next: () => HTMLElement) => void}
 */
export function holdFocus(work, next) {
  const had = document.activeElement !== document.body;
  work();
  if (had && document.activeElement === document.body) next().focus({ preventScroll: true });
}

/** @type {(text: string | null | undefined) => void} */
export function announce(text) {
  if (text) setText($("live"), text);
}
