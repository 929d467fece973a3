// Asking the table and sending to it, apart from the stream: what comes back is an answer or words that say why not.

import { words } from "./dom.js";

const PATIENCE = 8_000; // milliseconds
const TRIES = 3;
const FIRST_PAUSE = 400; // milliseconds; each further one is twice as long

/** @type {(milliseconds: number) => Promise<void>} */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @type {() => Answer} */
const offline = () => ({ ok: false, status: 0, code: "offline", text: words.offline });

/**
 * What is told at `path`, or null where nobody answers or the answer is no. Who is signed out sees the page for that.
 * @template T
 * @param {string} path
 * @returns {Promise<T | null>}
 */
export async function look(path) {
  try {
    const answer = await fetch(path);
    if (answer.status === 401) location.reload();
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * A script of a game's own, asked for again while nobody answers: a page without it shows nothing.
 * @template T
 * @param {string} address
 * @returns {Promise<T>}
 */
export async function script(address) {
  for (let tried = 1; ; tried += 1) {
    try {
      // Another address each time: a browser remembers that one brought nothing.
      return await import(tried === 1 ? address : `${address}?${tried}`);
    } catch (error) {
      if (tried === TRIES) throw error;
      await pause(FIRST_PAUSE * 2 ** tried);
    }
  }
}

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} request
 * @returns {Promise<AnswerWith<T>>}
 */
async function sent(path, request) {
  const response = await fetch(path, { method: "POST", ...request });
  return { ok: response.ok, status: response.status, ...(await response.json()) };
}

/**
 * Sent once and waited for: for files, and for what takes its time and must not be done twice.
 * @template [T={}]
 * @param {string} path
 * @param {BodyInit} body
 * @param {HeadersInit} [headers]
 * @returns {Promise<AnswerWith<T>>}
 */
export const sendOnce = (path, body, headers) =>
  sent(path, { body, headers }).catch(() => /** @type {AnswerWith<T>} */ (offline()));

/**
 * Like `sent`, but nobody waits for ever.
 * @template T
 * @param {string} path
 * @param {RequestInit} request
 * @returns {Promise<AnswerWith<T>>}
 */
async function sentInTime(path, request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await sent(path, { ...request, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sent again, a little later each time, if no answer comes; the body says who asks, so that it is done once.
 * @template [T={}]
 * @param {string} path
 * @param {object} body
 * @returns {Promise<AnswerWith<T>>}
 */
export async function sendAgain(path, body) {
  const request = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt) await pause(FIRST_PAUSE * 2 ** (attempt - 1));
    try {
      return await sentInTime(path, request);
    } catch {
      // No answer, or half of one: it is asked for again.
    }
  }
  return /** @type {AnswerWith<T>} */ (offline());
}
