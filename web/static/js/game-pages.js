// What the game on the table brings to a page: its style, its words and its script, fetched when they are needed and
// dropped when another game begins. It knows no game.

import { every, h, words } from "./dom.js";
import { remembered } from "./redraw.js";

const SLOTS = ["game", "game-bar", "game-beside"]; // where a game's script may put its own elements; no page has all
const AGAIN = 1_000; // milliseconds until what did not come is asked for once more

const general = { ...words };

/**
 * The game's part of this page. A game's `pages.js` (`GameScript`) exports, under the name of each page that it draws
 * on, a function that brings the module with its `part`, which is given `tools`. There is none while the game brings
 * none; `redraw` shows the page once it is there.
 * @template {keyof PartTools} P
 * @param {P} page
 * @param {PartTools[P]} tools
 * @param {() => void} redraw
 */
export function gamePages(page, tools, redraw) {
  const part = remembered(/** @type {Parts[P] | null} */ (null)); // what it drew is drawn again without it
  /** @type {string | null} */
  let here = null; // the address of the game's files; null for a game that has none
  /** @type {string | null} */
  let coming = null;

  /**
   * Whether the page can be drawn; if not, the part is on its way.
   * @param {View | PastStep} view
   */
  function ready({ game, pages: wanted = null }) {
    if (wanted === here) return true;
    if (wanted && wanted === coming) return false;
    drop(wanted);
    if (wanted && game) bring(wanted, game);
    return !wanted;
  }

  /** @param {string | null} wanted */
  function drop(wanted) {
    part.value?.leave?.();
    part.value = null;
    here = null;
    coming = null;
    for (const slot of SLOTS) document.getElementById(slot)?.replaceChildren();
    for (const style of styles()) if (style.dataset.game !== wanted) style.remove();
    for (const name of Object.keys(words)) delete words[name];
    Object.assign(words, general);
  }

  /** @type {(address: string, game: string) => Promise<void>} */
  async function bring(address, game) {
    coming = address;
    const script = import(`${address}/pages.js`).then((/** @type {GameScript} */ pages) => pages[page]?.());
    const parts = Promise.all([script, wordsOf(game), styled(address)]);
    const brought = await parts.catch(pause);
    if (coming !== address) return;
    coming = null;
    if (brought) {
      const [module, said] = brought;
      Object.assign(words, said, general);
      part.value = module?.part(tools) ?? null;
      here = address;
    }
    redraw();
  }

  return {
    get part() {
      return part.value;
    },
    ready,
  };
}

/** @type {() => Promise<null>} */
const pause = () => new Promise((done) => setTimeout(() => done(null), AGAIN));

const styles = () => every(document.head, "link[data-game]");

/**
 * The style of the game that was on the table when the page was sent came with it.
 * @type {(address: string) => Promise<void>}
 */
async function styled(address) {
  if (styles().some((style) => style.dataset.game === address)) return;
  const style = h("link", { rel: "stylesheet", href: `${address}/pages.css`, data: { game: address } });
  await new Promise((done, failed) => {
    style.onload = done;
    style.onerror = () => {
      style.remove();
      failed();
    };
    document.head.append(style);
  });
}

/** @type {(game: string) => Promise<Record<string, string>>} */
async function wordsOf(game) {
  const answer = await fetch(`/words/${document.documentElement.lang}/${game}.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
