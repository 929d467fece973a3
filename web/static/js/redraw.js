// Draws a part of a page again only when something it was drawn from has changed, so that a finger, a focus or a
// movement is not cut off. Nobody lists what it was drawn from: that is noted while it is read.

/** @typedef {{ value: unknown } | Reading} Note */

/** What was read of one object or list. */
class Reading {
  /** @type {Map<PropertyKey, Note>} */
  parts = new Map();
  /** @type {Map<PropertyKey, boolean>} */
  looked = new Map(); // for names that may be there or not
  /** @type {PropertyKey[] | null} */
  names = null; // if all of them were asked for

  /** @param {object} of */
  constructor(of) {
    this.list = Array.isArray(of);
  }

  /** @param {unknown} fresh */
  same(fresh) {
    if (!isPlain(fresh) || Array.isArray(fresh) !== this.list) return false;
    if (this.names && !alike(this.names, Reflect.ownKeys(fresh))) return false;
    for (const [name, there] of this.looked) if (Reflect.has(fresh, name) !== there) return false;
    for (const [name, note] of this.parts) if (!unchanged(note, Reflect.get(fresh, name))) return false;
    return true;
  }
}

/** @type {(note: Note, fresh: unknown) => boolean} */
const unchanged = (note, fresh) => (note instanceof Reading ? note.same(fresh) : Object.is(note.value, fresh));

/** @type {(one: PropertyKey[], other: PropertyKey[]) => boolean} */
const alike = (one, other) => one.length === other.length && one.every((name, index) => name === other[index]);

/**
 * Objects and lists as the table sends them are looked into; anything else is the same or not.
 * @param {unknown} value
 * @returns {value is object}
 */
function isPlain(value) {
  if (Array.isArray(value)) return true;
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** @typedef {{ open: boolean, states: Map<{ value: unknown }, unknown> }} Session */

/** @type {Session | null} */
let session = null; // the drawing that is under way

/**
 * @template {object} T
 * @param {T} target
 * @param {Reading} reading
 * @param {Session} during
 * @returns {T}
 */
function watched(target, reading, during) {
  /** @type {Map<PropertyKey, object>} */
  const within = new Map();
  return new Proxy(target, {
    get(_, name) {
      const value = Reflect.get(target, name);
      if (!isPlain(value)) {
        if (during.open) reading.parts.set(name, { value });
        return value;
      }
      const known = within.get(name);
      if (known) return known;
      const inner = new Reading(value);
      if (during.open) reading.parts.set(name, inner);
      const seen = watched(value, inner, during);
      within.set(name, seen);
      return seen;
    },
    has(_, name) {
      const there = Reflect.has(target, name);
      if (during.open) reading.looked.set(name, there);
      return there;
    },
    ownKeys() {
      const names = Reflect.ownKeys(target);
      if (during.open) reading.names = names;
      return names;
    },
    // What is drawn is only looked at.
    deleteProperty: () => false,
    defineProperty: () => false,
  });
}

/**
 * What `build` makes of `data`, and a way to ask whether it would make the same of other data.
 * @template T, M
 * @param {T} data
 * @param {(seen: T) => M} build
 */
export function observed(data, build) {
  const whole = { data };
  const reading = new Reading(whole);
  /** @type {Session} */
  const mine = { open: true, states: new Map() };
  const outer = session;
  session = mine;
  try {
    const made = build(watched(whole, reading, mine).data);
    /** @param {T} fresh */
    const same = (fresh) =>
      reading.same({ data: fresh }) && [...mine.states].every(([state, value]) => Object.is(state.value, value));
    return { made, same };
  } finally {
    session = outer;
    mine.open = false;
  }
}

/**
 * Something a page remembers and draws from: what reads it is drawn again when it is another.
 * @template T
 * @param {T} value
 * @returns {{ value: T }}
 */
export function remembered(value) {
  const state = {
    get value() {
      session?.states.set(state, value);
      return value;
    },
    set value(fresh) {
      value = fresh;
    },
  };
  return state;
}

/** @type {WeakMap<object, (fresh: any) => boolean>} */
const drawn = new WeakMap();

/**
 * Fill `place` with what `build` makes of `data`, unless that would be what is there; says whether it was drawn.
 * @template T
 * @param {Pick<Element, "replaceChildren">} place
 * @param {T} data
 * @param {(seen: T) => Child} build
 */
export function draw(place, data, build) {
  if (drawn.get(place)?.(data)) return false;
  const { made, same } = observed(data, build);
  drawn.set(place, same);
  place.replaceChildren(...present(made));
  return true;
}

/**
 * What is there of children that may be none, or lists.
 * @param {...Child} children
 * @returns {(Node | string)[]}
 */
export const present = (...children) =>
  /** @type {any[]} */ (children)
    .flat(Infinity)
    .filter((each) => each !== null && each !== undefined && each !== false);
