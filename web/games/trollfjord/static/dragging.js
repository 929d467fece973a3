// Wandering by a drag on the map: a troll is lifted where the finger begins and steps where it lets go. Which trolls
// may be lifted and where they may step is the table's business, as with a tap; a drag that ends elsewhere is in vain.

import { s } from "/static/js/dom.js";

const SLOP = 12; // pixels a finger may stray and still tap

/**
 * @param {SVGElement} svg the map
 * @param {() => Offers} offered what may be done now
 * @param {() => SVGElement} piece the troll under the finger
 */
export function dragging(svg, offered, piece) {
  /** @typedef {{ lifted: Promise<unknown> | null, troll: SVGElement | null }} Lifted */
  /** @type {({ region: string, from: PointerEvent } & Lifted) | null} */
  let held = null;

  /** On the drawing. @type {(event: PointerEvent) => DOMPoint} */
  const at = ({ clientX, clientY }) =>
    new DOMPoint(clientX, clientY).matrixTransform(/** @type {SVGGraphicsElement} */ (svg).getScreenCTM()?.inverse());

  /** Told by its shape: for a moment after a change a finger meets nothing there. @param {PointerEvent} event */
  const regionAt = (event) =>
    [...svg.querySelectorAll("[data-region]")].find((region) =>
      /** @type {SVGGeometryElement} */ (region.querySelector(".reach")).isPointInFill(at(event)),
    );

  svg.addEventListener("pointerdown", (event) => {
    const region = /** @type {Element} */ (event.target).closest("[data-region]")?.getAttribute("data-region");
    if (!held && event.isPrimary && region && offered().drags.has(region))
      held = { region, from: event, lifted: null, troll: null };
  });

  svg.addEventListener("pointermove", (event) => {
    if (held?.from.pointerId !== event.pointerId) return;
    if (!held.troll) {
      if (Math.hypot(event.clientX - held.from.clientX, event.clientY - held.from.clientY) < SLOP) return;
      const lift = offered().drags.get(held.region);
      if (lift === undefined) {
        held = null;
        return;
      }
      svg.setPointerCapture(event.pointerId);
      held.lifted = Promise.resolve(lift?.());
      held.troll = s("g", { class: "dragged", "aria-hidden": "true" }, piece());
      svg.append(held.troll);
    }
    const { x, y } = at(event);
    held.troll.setAttribute("transform", `translate(${x} ${y - 46})`);
  });

  /** @param {PointerEvent} event */
  async function letGo(event) {
    if (held?.from.pointerId !== event.pointerId) return;
    const { region, lifted, troll } = held;
    held = null;
    troll?.remove();
    if (!lifted) return;
    const there = event.type === "pointerup" ? regionAt(event)?.getAttribute("data-region") : null;
    await lifted;
    const step = there && there !== region ? offered().regions.get(there) : undefined;
    (step ?? offered().putDown)?.();
  }
  svg.addEventListener("pointerup", letGo);
  svg.addEventListener("pointercancel", letGo);
}
