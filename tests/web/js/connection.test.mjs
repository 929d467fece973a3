import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { elements, openPage } from "./page.mjs";

const reloads = openPage({ offline: "No connection.", reconnecting: "Reconnecting…" });

/** A stream that a test speaks through. */
class FakeSource {
  static CLOSED = 2;
  static opened = [];
  readyState = 1;
  closed = false;
  heard = {};
  onopen = () => {};
  onerror = () => {};
  onmessage = (_) => {};

  constructor(address) {
    this.address = address;
    FakeSource.opened.push(this);
  }

  addEventListener(name, work) {
    this.heard[name] = work;
  }

  close() {
    this.closed = true;
  }

  fail() {
    this.readyState = FakeSource.CLOSED;
    this.onerror();
  }
}

let shown = [];
let sent = [];
let answers = [];

// One clock for all: it goes only when a test lets it.
performance.now = () => Date.now();

Object.assign(globalThis, {
  performance: { now: () => Date.now() },
  EventSource: FakeSource,
  fetch: (path, { body } = {}) => {
    sent.push({ path, body: body && JSON.parse(body) });
    return (answers.shift() ?? lost)();
  },
});

const { act, listen, post, take } = await import("../../../web/static/js/connection.js");

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const answered = (told, status = 200) =>
  Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(told) });
const view = (tick, boot = "a") => ({ boot, tick, version: tick * 10, game: null });

/** Let what waits for no timer go on. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

async function pass(milliseconds) {
  await settle();
  mock.timers.tick(milliseconds);
  await settle();
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  FakeSource.opened = [];
  [shown, sent, answers] = [[], [], []];
  listen("play", (fresh, before) => shown.push([fresh.tick, before?.tick]));
});

const banner = () => elements.get("connection");
const source = () => FakeSource.opened.at(-1);

test("a view older than the one on screen is not shown, unless the companion has started anew", () => {
  take(view(5, "older"));
  take(view(4, "older"));
  take(view(6, "older"));
  take(view(1, "newer"));
  assert.deepEqual(
    shown.map(([tick]) => tick),
    [5, 6, 1],
  );
});

test("a lost answer is asked for three times with the same request, a little later each time", async () => {
  take(view(3));
  const waiting = act("/api/play", { move: { do: "rest" } });
  await pass(0);
  assert.equal(sent.length, 1);
  await pass(399);
  assert.equal(sent.length, 1);
  await pass(1);
  assert.equal(sent.length, 2);
  await pass(799);
  assert.equal(sent.length, 2);
  await pass(1);
  assert.equal(sent.length, 3);
  assert.deepEqual(await waiting, { ok: false, status: 0, code: "offline", text: "No connection." });
  assert.equal(new Set(sent.map(({ body }) => body.request)).size, 1);
  assert.equal(sent[0].body.seen, 30);
});

test("an answer that comes at the second try counts, and its view is shown", async () => {
  answers = [lost, () => answered({ view: view(9, "second") })];
  const waiting = post("/api/undo", {});
  await pass(400);
  assert.ok((await waiting).ok);
  assert.deepEqual(shown.at(-1)?.[0], 9);
});

test("a refusal is an answer: it is not asked for again", async () => {
  answers = [() => answered({ code: "not_now", text: "Not now." }, 409)];
  assert.deepEqual(await post("/api/play", {}), { ok: false, status: 409, code: "not_now", text: "Not now." });
  assert.equal(sent.length, 1);
});

test("a stream that falls silent is opened anew; one that says it is alive is not", async () => {
  await pass(24_000);
  source().heard.alive();
  await pass(24_000);
  assert.equal(FakeSource.opened.length, 1);
  await pass(1_000);
  assert.equal(FakeSource.opened.length, 2);
  assert.ok(FakeSource.opened[0].closed);
  assert.equal(FakeSource.opened[0].address, FakeSource.opened[1].address);
});

test("a stream that was refused is tried again after two seconds", async () => {
  source().fail();
  await pass(1_999);
  assert.equal(FakeSource.opened.length, 1);
  await pass(1);
  assert.equal(FakeSource.opened.length, 2);
});

test("a blink of the network is not worth a word; a longer one is, until the stream is back", async () => {
  source().onopen();
  assert.ok(banner().hidden);
  source().onerror();
  await pass(1_000);
  source().onopen();
  await pass(5_000);
  assert.ok(banner().hidden);
  source().onerror();
  await pass(1_000);
  source().onerror();
  await pass(500);
  assert.ok(!banner().hidden);
  assert.equal(banner().querySelector(".said").textContent, "Reconnecting…");
  source().onmessage({ data: JSON.stringify(view(20, "back")) });
  assert.ok(banner().hidden);
});

test("what a refused stream is told late is not said once another one is open", async () => {
  let tell = (_) => {};
  answers = [() => new Promise((done) => (tell = done)).then(() => answered({ text: "Too many pages." }, 503))];
  source().fail();
  await pass(2_000);
  source().onopen();
  tell(null);
  await pass(5_000);
  assert.equal(banner().hidden, true);
});

test("why a stream was refused is said in the table's words, and who is signed out sees the page for that", async () => {
  answers = [() => answered({ text: "Too many pages look at this table." }, 503)];
  source().fail();
  await settle();
  assert.equal(banner().querySelector(".said").textContent, "Too many pages look at this table.");
  answers = [() => answered({}, 401)];
  source().fail();
  await settle();
  assert.equal(reloads.count, 1);
});
