// What Trollfjord's pages are sent, as scene.py, plan.py and the pages beside them build it; nothing here runs.

type Landscape = "forest" | "glacier" | "mountain" | "swamp" | "tundra" | "fjord";
type Space = Landscape | "wander";

interface SceneRegion {
  id: string;
  landscape: Landscape;
  name: string;
  label: string;
  treasure: number | null;
  trolls: number[];
}

interface SceneSpot {
  id: string;
  number: string;
  regions: string[];
}

/** A treasure to be won at the fortress: for whom, and how many boulders are missing. */
interface ScenePrize {
  region: string;
  short: number | null;
  takers: number[];
}

interface ScenePlayer {
  lord: number;
  lying: boolean;
  supply: number;
  belt: number[];
  crowns: string[];
  gifts: number[];
  sack_count: number;
  sack: number[] | null;
}

interface Hammered {
  hits: number;
  boulders: number;
  empty: number;
  angered: number;
}

interface Ending {
  winner: number;
  tie: string | null;
  course: { turns: number[]; scores: number[][] };
  hammered: Hammered[];
}

/** What the table sends with a view of Trollfjord, for its own script. */
interface Scene {
  began: number;
  phase: string;
  turn: number;
  up_next: number | null;
  regions: SceneRegion[];
  spots: SceneSpot[];
  spot: string | null;
  prizes: ScenePrize[];
  /** Whether the spirit lets anyone collect. */
  calm: boolean;
  /** The region for which a treasure is turned over. */
  filling: string | null;
  walkway: Space[];
  placing: number[];
  wandering: number[];
  players: ScenePlayer[];
  story: StoryLine[];
  ending: Ending | null;
}

/** What the map, the people and the rest are drawn from: a view, or a step of a past game. */
interface SceneView extends Standings {
  version: number;
  seat: number | null;
  hammering: Hammering | null;
  scene: Scene;
}

/** The room's view of a running game. */
interface TrollfjordView extends GameView {
  scene: Scene;
}

/** A player's view of it. */
interface TrollfjordSeatView extends SeatView {
  scene: Scene;
}

interface TrollfjordStep extends PastStep {
  scene: Scene;
}

interface Plan {
  photo: string | null;
  ratio: number;
  regions: Record<string, { at: Point; shape: Point[] }>;
  spots: Record<string, Point>;
  walls: [Point, Point][];
  bridges: [Point, Point][];
}

/** What may be tapped on the map, and what a tap does. */
interface Offers {
  regions: Map<string, () => unknown>;
  spots: Map<string, () => unknown>;
  spaces: Map<number, { work: () => unknown; number: number; label: string }>;
  /** Where a troll can be dragged from, and what lifts it; null where it is lifted already. */
  drags: Map<string, (() => unknown) | null>;
  /** The lifted troll stays after all. */
  putDown?: () => unknown;
}

// ---- setting up

interface BoardPlank {
  id: string;
  spaces: Space[];
}

interface Board {
  name: string;
  regions: { id: string; landscape: Landscape; name: string }[];
  spots: { id: string; name: string }[];
  planks: BoardPlank[];
  plan: Plan;
}

interface Entered {
  start: number[];
  planks: string[];
  fortresses: Record<string, number>;
  treasures: Record<string, number>;
}

/** What its steps of the set-up must know besides. */
interface TrollfjordFacts {
  landscapes: Record<string, string>;
  copies: [value: number, copies: number][];
}

// ---- putting the board right

interface CorrectionsGiven {
  landscapes: Record<string, string>;
  values: number[];
}
