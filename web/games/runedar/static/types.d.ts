// What Runedar's scene holds, as `scene.py` sends it.

interface Slice {
  kind: "courtyard" | "workshop" | "wall" | "outside";
  /** From where to where, in degrees clockwise from the right. */
  slices: [number, number][];
}

type RunedarShape = Slice | { kind: "chamber" } | { kind: "tower" | "tunnel-tower"; at: number };

interface RunedarPlace {
  id: string;
  name: string;
  shape: RunedarShape;
  orcs: number;
  dwarves: number[];
  /** What a workshop holds. */
  good: string | null;
  stored: number;
  /** What is there, in words. */
  told: string[];
}

/** One of the ways to lose: how many are left until then, of how many at first. */
interface Danger {
  loss: "siege" | "catapult" | "trolls" | "orcs" | "gold";
  left: number;
  most: number;
  near: boolean;
  text: string;
}

/** A space of the upgrade board. */
interface Upgrade {
  number: number;
  blocked: boolean;
  ready: boolean;
  card: string | null;
  takes: string | null;
}

/** The siege tower or the catapult, in somebody's area. */
interface Engine {
  engine: "tower" | "catapult";
  seat: number;
  /** It is set upright before it does anything. */
  lying: boolean;
  text: string;
}

interface RunedarScene {
  turn: number;
  places: RunedarPlace[];
  gold: number;
  rubble: number;
  sections: number;
  engines: Engine[];
  goblins: string[];
  trolls: string[];
  dangers: Danger[];
  /** This seat's own cards, in words; none for the room. */
  hand: string[] | null;
  upgrades: Upgrade[];
  /** Those that can still be hired. */
  mercenaries: string[];
  story: StoryLine[];
  ending: { won: boolean; gold: number; beaten: number; about: string } | null;
}

/** What the parts are drawn from, on every page. */
interface RunedarShown {
  scene: RunedarScene;
  seats: Seat[];
  seat: number | null;
}

type RunedarView = GameView & { scene: RunedarScene };
type RunedarSeatView = SeatView & { scene: RunedarScene };

/** What a tap on a place does, and says. */
type RunedarOffers = Map<string, { work: () => unknown; label: string }>;
