// What the room looks at in Trollfjord.

const AT_TOWER = ["hammers", "gives"];

/** @param {Scene} scene */
export function scenery(scene) {
  if (scene.ending) return "ending";
  return AT_TOWER.includes(scene.phase) ? "hammering" : "map";
}
