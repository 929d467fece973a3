// The line to the table: one stream that heals itself, and taps that are played once however often they are sent.

import { tellArrival } from "./arrivals.js";
import { $, setText, within, words } from "./dom.js";
import { sendAgain } from "./requests.js";
import { remember, remembered } from "./witness.js";

const SILENCE = 25_000;
const CALM = 1_500;
const REST = 2_000;

/** @type {any} */
let view = null;
/** @type {(view: any, before: any) => unknown} */
let draw = () => null;

/**
 * The view on screen, as the page that listens knows it.
 * @template {View} [V=View]
 * @returns {V}
 */
export const current = () => view;

/** Take a view unless it is older than the one on screen. @param {View} fresh */
export function take(fresh) {
  if (view && fresh.boot === view.boot && fresh.tick < view.tick) return;
  const before = view;
  view = fresh;
  remember(fresh.witness);
  setText($("older"), fresh.older ?? "");
  $("older").hidden = !fresh.older;
  draw(view, before);
  tellArrival(view, before);
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A timer that starts over. */
class Timer {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #running;

  /** @param {() => void} work @param {number} milliseconds */
  start(work, milliseconds) {
    this.stop();
    this.#running = setTimeout(() => {
      this.#running = undefined;
      work();
    }, milliseconds);
  }

  stop() {
    clearTimeout(this.#running);
    this.#running = undefined;
  }

  get running() {
    return this.#running !== undefined;
  }
}

/** The stream of one page: opened anew after silence, after an error, and whenever the phone may have lost it. */
class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #silence = new Timer();
  #retry = new Timer();
  #worry = new Timer();
  #reopened = -REST;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
  }

  open() {
    this.#source?.close();
    this.#source = new EventSource(`${this.address}&witness=${remembered()}`);
    this.#heard();
    this.#source.onopen = () => {
      // Whoever asked for another one meanwhile has it.
      this.#retry.stop();
      this.#connected();
      // What was said without a line is over with it.
      for (const said of document.querySelectorAll('.refusal[data-code="offline"]')) said.remove();
    };
    this.#source.onmessage = (message) => {
      this.#connected();
      take(JSON.parse(message.data));
    };
    this.#source.addEventListener("alive", () => this.#connected());
    this.#source.onerror = () => this.#failed();
  }

  /** A phone that wakes up says so in many ways at once: the first opens a stream, and none another one soon. */
  reopen() {
    this.#retry.stop();
    const wait = this.#reopened + REST - performance.now();
    if (wait > 0) {
      this.#retry.start(() => this.reopen(), wait);
    } else {
      this.#reopened = performance.now();
      this.open();
    }
  }

  close() {
    this.#source?.close();
  }

  #heard() {
    this.#silence.start(() => this.reopen(), SILENCE);
  }

  #connected() {
    this.#worry.stop();
    $("connection").hidden = true;
    this.#heard();
  }

  #failed() {
    this.#lost();
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    this.#ask();
    this.#retry.start(() => this.reopen(), REST);
  }

  #lost(text = words.reconnecting) {
    setText(within($("connection"), ".said"), text);
    if (!$("connection").hidden || this.#worry.running) return;
    // A blink of the network is not worth a word.
    this.#worry.start(() => {
      $("connection").hidden = false;
    }, CALM);
  }

  /** The stream itself cannot say why it was refused. */
  async #ask() {
    const stop = new AbortController();
    const refused = this.#source;
    let text = words.reconnecting;
    try {
      const answer = await fetch(this.address, { signal: stop.signal });
      if (answer.ok) return;
      if (answer.status === 401) return location.reload();
      text = (await answer.json()).text;
    } catch {
      // Nobody answers: it is asked for again anyway.
    } finally {
      stop.abort();
    }
    // A stream that was opened meanwhile tells for itself.
    if (this.#source === refused) this.#lost(text);
  }
}

/**
 * @template {View} [V=View]
 * @param {string} as
 * @param {(view: V, before: V | null) => unknown} onView
 */
export function listen(as, onView) {
  draw = onView;
  const stream = new Stream(`/stream?as=${as}&page=${newId()}`);
  const reopen = () => stream.reopen();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") reopen();
  });
  // A phone may freeze a page it still shows, and may change its network without ever being offline.
  document.addEventListener("resume", reopen);
  const network = /** @type {Navigator & { connection?: EventTarget }} */ (navigator).connection;
  network?.addEventListener("change", reopen);
  addEventListener("pageshow", (event) => event.persisted && reopen());
  addEventListener("online", reopen);
  addEventListener("pagehide", () => stream.close());
  stream.open();
}

/**
 * Ask the table for something. A lost answer is asked for again under the same id: it plays once.
 * @template [T={}]
 * @param {string} path
 * @param {object} body
 * @returns {Promise<AnswerWith<T>>}
 */
export async function post(path, body) {
  const answer = /** @type {AnswerWith<T>} */ (await sendAgain(path, body));
  if (answer.view) take(answer.view);
  return answer;
}

/**
 * Like `post`, for what changes the game: says what the finger saw, all of a version unless `body` names less.
 * @template [T={}]
 * @param {string} path
 * @param {object} body
 * @returns {Promise<AnswerWith<T>>}
 */
export const act = (path, body) => post(path, { seen: view.version, ...body, request: newId() });
