// The line to the table: one stream that heals itself, and taps that are played once however often they are sent.

import { $, words } from "./dom.js";

const SILENCE = 25_000;
const CALM = 1_500;

let view = null;
let draw = () => {};

export const current = () => view;

// Take a view unless it is older than the one on screen.
export function take(fresh) {
  if (view && fresh.boot === view.boot && fresh.tick < view.tick) return;
  const before = view;
  view = fresh;
  draw(view, before);
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function listen(as, onView) {
  draw = onView;
  const page = newId();
  let source = null;
  let silence = null;
  let retry = null;
  let worry = null;

  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(open, SILENCE);
  };

  const connected = () => {
    clearTimeout(worry);
    worry = null;
    $("connection").hidden = true;
    alive();
  };

  const lost = (text = words.reconnecting) => {
    $("connection").querySelector(".said").textContent = text;
    // A blink of the network is not worth a word.
    worry ??= setTimeout(() => ($("connection").hidden = false), CALM);
  };

  async function ask() {
    // The stream itself cannot say why it was refused.
    const stop = new AbortController();
    try {
      const answer = await fetch(`/stream?as=${as}&page=${page}`, { signal: stop.signal });
      if (answer.ok) return;
      if (answer.status === 401) return location.reload();
      lost((await answer.json()).text);
    } catch {
      lost();
    } finally {
      stop.abort();
    }
  }

  function open() {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(`/stream?as=${as}&page=${page}`);
    alive();
    source.onopen = connected;
    source.onmessage = (message) => {
      connected();
      take(JSON.parse(message.data));
    };
    source.addEventListener("alive", connected);
    source.onerror = () => {
      lost();
      if (source.readyState !== EventSource.CLOSED) return;
      ask();
      clearTimeout(retry);
      retry = setTimeout(open, 2_000);
    };
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") open();
  });
  // A phone may freeze a page it still shows, and may change its network without ever being offline.
  document.addEventListener("resume", open);
  navigator.connection?.addEventListener("change", open);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  addEventListener("pagehide", () => source?.close());
  open();
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function send(path, body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 8_000);
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: stop.signal,
    });
    return { ok: response.ok, status: response.status, ...(await response.json()) };
  } finally {
    clearTimeout(timer);
  }
}

// Ask the table for something. A lost answer is asked for again under the same id: it plays once.
export async function post(path, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await send(path, body);
      if (answer.view) take(answer.view);
      return answer;
    } catch {
      if (attempt === 2) return { ok: false, status: 0, code: "offline", text: words.offline };
      await pause(400 * 2 ** attempt);
    }
  }
}

// Like `post`, for what changes the game: says which version the finger saw.
export const act = (path, body) => post(path, { ...body, seen: view.version, request: newId() });
