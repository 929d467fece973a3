// What the room looks at in Trollfjord.

const AT_TOWER = ["hammers", "gives"];
const BY_HAND = [...AT_TOWER, "collects"]; // what may be collected hangs on what lies there

/** @param {Scene} scene */
export function scenery(scene) {
  if (scene.ending) return "ending";
  if (byHand(scene)) return BY_HAND.includes(scene.phase) ? "hammering" : "people";
  return AT_TOWER.includes(scene.phase) ? "hammering" : "map";
}

/** The board is kept by hand: there is no map to look at. @param {Scene} scene */
export const byHand = (scene) => !scene.regions.length;
