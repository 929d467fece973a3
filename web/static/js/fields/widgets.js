// What fills in each kind of gap that is more than a row of buttons. A page fetches all this when one is asked for.

import { dice } from "./dice.js";
import { cells } from "./grid.js";
import { places } from "./places.js";
import { several } from "./several.js";
import { spots } from "./spots.js";
import { line } from "./words.js";

/**
 * @param {FetchedField} field
 * @param {any} value what was filled in before
 * @param {Fill} set is called at once, and whenever it is another or none
 * @returns {Child}
 */
export function widget(field, value, set) {
  switch (field.kind) {
    case "several":
      return several(field, value, set);
    case "dice":
      return dice(field, value, set);
    case "words":
      return line(field, value, set);
    case "cells":
      return cells(field, value, set);
    case "places":
      return places(field, value, set);
    case "spots":
      return spots(field, value, set);
  }
}
