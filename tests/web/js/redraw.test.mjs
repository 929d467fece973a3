import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, observed, remembered } from "../../../web/static/js/redraw.js";

const copy = (value) => structuredClone(value);

const VIEW = {
  tick: 1,
  seats: [
    { name: "Astrid", held: true },
    { name: "Bo", held: false },
  ],
  hammering: null,
  why: [],
};

/** A place on a page that counts how often it was filled. */
function place() {
  return {
    inside: [],
    times: 0,
    replaceChildren(...children) {
      this.inside = children;
      this.times += 1;
    },
  };
}

test("what was not read may change", () => {
  const { same } = observed(copy(VIEW), (view) => view.seats[0].name);
  assert.ok(same({ ...copy(VIEW), tick: 2 }));
  assert.ok(
    same({
      ...copy(VIEW),
      seats: [
        { name: "Astrid", held: false },
        { name: "Cleo", held: true },
      ],
    }),
  );
});

test("what was read may not change, however deep it lies", () => {
  const { same } = observed(copy(VIEW), (view) => view.seats.map((seat) => seat.name).join());
  const fresh = copy(VIEW);
  fresh.seats[1].name = "Cleo";
  assert.ok(same(copy(VIEW)));
  assert.ok(!same(fresh));
});

test("a list that grows or shrinks is another, even where its beginning is the same", () => {
  const { same } = observed(copy(VIEW), (view) => view.seats.map((seat) => seat.held));
  assert.ok(!same({ ...copy(VIEW), seats: [...VIEW.seats, { name: "Cleo", held: false }] }));
  assert.ok(!same({ ...copy(VIEW), seats: VIEW.seats.slice(1) }));
});

test("something that comes or goes is noticed though only its presence was read", () => {
  const { same } = observed(copy(VIEW), (view) => Boolean(view.hammering));
  assert.ok(!same({ ...copy(VIEW), hammering: { total: 3 } }));
  const there = observed({ hammering: { total: 3 } }, (view) => (view.hammering ? "yes" : "no"));
  assert.ok(there.same({ hammering: { total: 4 } }));
  assert.ok(!there.same({ hammering: null }));
  assert.ok(!there.same({}));
});

test("names that are listed or looked for are noticed", () => {
  const over = observed({ red: 2 }, (each) => Object.keys(each).join());
  assert.ok(!over.same({ red: 2, blue: 1 }));
  assert.ok(over.same({ red: 5 }));
  const asked = observed({ red: 2 }, (each) => "blue" in each);
  assert.ok(!asked.same({ red: 2, blue: 1 }));
});

test("whatever is written out as JSON or spread was read to its last part", () => {
  const move = { do: "hit", boulders: { red: 1, blue: 0 } };
  const { made, same } = observed(move, (each) => JSON.stringify({ ...each }));
  assert.equal(made, JSON.stringify(move));
  assert.ok(!same({ do: "hit", boulders: { red: 1, blue: 1 } }));
});

test("a list, a figure and nothing at all can be drawn from as well", () => {
  assert.ok(!observed([1, 2], (list) => list.length).same([1]));
  assert.ok(!observed(3, (number) => number).same(4));
  assert.ok(observed(null, () => "").same(null));
  assert.ok(!observed(null, (each) => each).same({}));
});

test("what is read after the drawing, by a tap, does not count", () => {
  const view = copy(VIEW);
  const { made, same } = observed(view, (seen) => () => seen.seats[0].name);
  assert.equal(made(), "Astrid");
  view.seats[0].name = "Cleo";
  assert.equal(made(), "Cleo");
  assert.ok(same({ ...copy(VIEW), seats: [] }));
});

test("a thing that is changed in place is noticed", () => {
  const set = { planks: ["one"] };
  const { same } = observed(set, (seen) => seen.planks.join());
  set.planks.push("two");
  assert.ok(!same(set));
});

test("a builder cannot change what it draws", () => {
  assert.throws(() => observed(copy(VIEW), (view) => view.seats.sort()), TypeError);
  assert.throws(
    () =>
      observed(copy(VIEW), (view) => {
        view.tick = 2;
      }),
    TypeError,
  );
});

test("something remembered counts where it was read, and only there", () => {
  const [open, other] = [remembered(null), remembered(0)];
  const { same } = observed(1, () => open.value);
  other.value = 1;
  assert.ok(same(1));
  open.value = "why";
  assert.ok(!same(1));
  open.value = null;
  assert.ok(same(1));
});

test("a drawing within a drawing notes its own", () => {
  const [outer, inner] = [remembered(0), remembered(0)];
  const drawn = observed(1, () => {
    observed(1, () => inner.value);
    return outer.value;
  });
  inner.value = 1;
  assert.ok(drawn.same(1));
  outer.value = 1;
  assert.ok(!drawn.same(1));
});

test("a place is filled again only when what it shows has changed", () => {
  const [here, open] = [place(), remembered(false)];
  const show = (view) => draw(here, view, (seen) => [seen.seats.map((seat) => seat.name), open.value ? "more" : null]);
  assert.ok(show(copy(VIEW)));
  assert.deepEqual(here.inside, ["Astrid", "Bo"]);
  assert.ok(!show({ ...copy(VIEW), tick: 2 }));
  open.value = true;
  assert.ok(show(copy(VIEW)));
  assert.deepEqual(here.inside, ["Astrid", "Bo", "more"]);
  assert.equal(here.times, 2);
});
