// As much of a page as the scripts need to run without a browser: its words, a few elements, and what a test wants heard.

export class FakeElement {
  hidden = true;
  textContent = "";
  parts = new Map();

  querySelector(selector) {
    if (!this.parts.has(selector)) this.parts.set(selector, new FakeElement());
    return this.parts.get(selector) ?? null;
  }

  addEventListener() {}
}

export const elements = new Map();

/** Must be called before a script is imported: it reads its words as it is loaded. */
export function openPage(words, lang = "en") {
  elements.clear();
  for (const id of ["words", "connection", "older", "live"]) elements.set(id, new FakeElement());
  elements.get("words").textContent = JSON.stringify(words);
  const document = {
    documentElement: { lang },
    visibilityState: "visible",
    getElementById: (id) => elements.get(id) ?? null,
    querySelectorAll: () => [],
    addEventListener() {},
  };
  const reloads = { count: 0 };
  const reload = () => {
    reloads.count += 1;
  };
  const location = { href: "/", reload };
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  Object.assign(globalThis, { document, location, HTMLElement: FakeElement, addEventListener() {} });
  return reloads;
}
