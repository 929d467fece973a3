// What the Hall's scene holds, as `scene.py` and `drawn_mountain.py` send it.

type Clan = "fire" | "ice" | "moon";
/** What there is of each resource, in their order. */
type HallGoods = [resource: string, count: number][];

interface MountainPart {
  kind: "gate" | "tunnel" | "hall";
  /** Of a great hall. */
  name: string;
  cells: Cell[];
  /** Whose gate it is. */
  seat: number | null;
  /** Whose network it is in: of partners both, where theirs are joined. */
  owners: number[];
  altar: Cell | null;
}

interface HallMountain {
  columns: number;
  /** Row by row: 1 to 5 from the outside, # the heart, . no square. */
  tiers: string[];
  photo: { address: string; corners: [Point, Point, Point, Point] } | null;
  rubble: Cell[];
  buried: { at: Cell; goods: string[] }[];
  sites: Cell[];
  starts: { at: Cell; players: number }[];
  parts: MountainPart[];
  statues: { clan: Clan; at: Cell }[];
  pedestals: { clan: Clan; at: Cell }[];
  workshops: { name: string; at: Cell }[];
}

/** A troll in somebody's pyramid; level 0 is a starting troll. */
interface MootTroll {
  name: string;
  level: number;
  symbols: { kind: string; held: boolean }[];
}

/** A troll of the horde. */
interface HordeTroll {
  name: string;
  level: number;
  clan: Clan | "mud";
  symbols: string[];
  price: number;
  bribes: HallGoods;
  pedestal: Clan | null;
}

/** A player, or a team. */
interface HallSide {
  seats: number[];
  storage: HallGoods;
  pedestals: Clan[];
  token_count: number;
  /** One's own only. */
  tokens: number[] | null;
}

interface HallCascade {
  seat: number;
  gains: { place: number; step: number; symbols: string[]; text: string }[];
}

interface HallEnding {
  winners: number[];
  why: string;
  course: number[][];
}

interface HallScene {
  began: number;
  turn: number;
  order: number[];
  phase: string;
  /** How much is kept here. */
  way: "everything" | "mapless" | "honour";
  /** None where it is kept by hand. */
  mountain: HallMountain | null;
  sides: HallSide[];
  moots: (MootTroll | null)[][];
  spendable: HallGoods[];
  /** From the bottom left. */
  horde: (HordeTroll | null)[];
  spells: { name: string; runes: number }[];
  workshops: { name: string; count: number }[];
  halls: string[];
  /** Tier by tier from the outside, for Fire, Ice and Moon. */
  track: (number | "?" | null)[][];
  coronations: number[];
  crowned: { seat: number; worth: number }[];
  turns_left: number | null;
  cascade: HallCascade | null;
  story: StoryLine[];
  ending: HallEnding | null;
}

/** What the parts are drawn from, on every page. */
interface HallShown {
  scene: HallScene;
  seats: Seat[];
  standings: Standing[];
  seat: number | null;
}

type HallView = GameView & { scene: HallScene };
type HallSeatView = SeatView & { scene: HallScene };
type HallStep = PastStep & { scene: HallScene };
