// Safe hands: for a moment after what is under a finger has changed, no tap counts there, so that the second tap of two
// never answers a question that nobody has read. What already counted is not this module's to stop.

export const UNREAD = 400; // milliseconds in which nobody has read what is new

/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const unread = new WeakMap();

/**
 * What stands in this place is new. The place itself takes the taps, so that none falls through to what is behind.
 * @param {HTMLElement} place
 */
export function changed(place) {
  if (!unread.has(place)) place.addEventListener("click", swallow, { capture: true });
  clearTimeout(unread.get(place));
  place.classList.add("unread");
  unread.set(
    place,
    setTimeout(() => place.classList.remove("unread"), UNREAD),
  );
}

/** Also what a key taps. @param {Event} event */
function swallow(event) {
  if (!(event.currentTarget instanceof Element) || !event.currentTarget.classList.contains("unread")) return;
  event.stopPropagation();
  event.preventDefault();
}
