import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { openPage } from "./page.mjs";

const reloads = openPage({ offline: "No connection." });
const { look, sendOnce } = await import("../../../web/static/js/requests.js");
const { repeat } = await import("../../../web/static/js/polling.js");

const answering = (answer) => Object.assign(globalThis, { fetch: () => Promise.resolve(answer) });
const broken = { ok: true, status: 200, json: () => Promise.reject(new SyntaxError("half an answer")) };

test("what is told is given on; no answer, a refusal and half an answer are nothing", async () => {
  answering({ ok: true, status: 200, json: () => Promise.resolve({ table: "Ours" }) });
  assert.deepEqual(await look("/api/host/first-run"), { table: "Ours" });
  answering({ ok: false, status: 404, json: () => Promise.resolve({}) });
  assert.equal(await look("/api/host/first-run"), null);
  answering(broken);
  assert.equal(await look("/api/host/first-run"), null);
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError("Failed to fetch")) });
  assert.equal(await look("/api/host/first-run"), null);
  assert.equal(reloads.count, 0);
});

test("who is signed out sees the page for that", async () => {
  answering({ ok: false, status: 401, json: () => Promise.resolve({}) });
  await look("/api/host/camera");
  assert.equal(reloads.count, 1);
});

test("a file is sent once, and without an answer the words say so", async () => {
  let sent = 0;
  const fail = () => {
    sent += 1;
    return Promise.reject(new TypeError("Failed to fetch"));
  };
  Object.assign(globalThis, { fetch: fail });
  assert.deepEqual(await sendOnce("/api/host/boards/import", "board"), {
    ok: false,
    status: 0,
    code: "offline",
    text: "No connection.",
  });
  assert.equal(sent, 1);
});

test("looking again waits for the look before, pauses while nobody looks, and ends when told", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const looks = [];
  const stop = repeat(100, () => new Promise((done) => looks.push(() => done(null))));
  mock.timers.tick(1_000);
  assert.equal(looks.length, 1);
  looks[0]();
  await settle();
  mock.timers.tick(99);
  assert.equal(looks.length, 1);
  mock.timers.tick(1);
  assert.equal(looks.length, 2);
  looks[1]();
  await settle();
  Object.assign(document, { visibilityState: "hidden" });
  mock.timers.tick(100);
  await settle();
  assert.equal(looks.length, 2);
  Object.assign(document, { visibilityState: "visible" });
  mock.timers.tick(100);
  assert.equal(looks.length, 3);
  stop();
  looks[2]();
  await settle();
  mock.timers.tick(1_000);
  assert.equal(looks.length, 3);
  mock.timers.reset();
});
