// What the Fall's scene holds, as `scene.py` sends it.

interface FallGroup {
  seat: number;
  trolls: number;
  /** Champions that stand among them. */
  champions: string[];
}

interface FallPlace {
  id: string;
  name: string;
  kind: "cavern" | "den" | "hall" | "rally";
  /** As parts of the map's width and height. */
  at: [x: number, y: number];
  clan: string | null;
  door: boolean;
  /** Whose den it is; who controls a cavern. */
  owner: number | null;
  groups: FallGroup[];
  /** For each gnome its strength, where this seat knows it. */
  gnomes: (number | null)[];
  /** What a great hall is worth. */
  worth: number | null;
  /** The rally token is here. */
  rallied: boolean;
  /** What is there, in words. */
  told: string[];
}

interface FallMap {
  /** Width by height. */
  aspect: number;
  photo: string | null;
  paths: [string, string][];
  places: FallPlace[];
}

/** The way of one invader, from the rally point on, and why it goes there. */
interface FallWay {
  path: string[];
  text: string;
}

interface FallQuadrant {
  cell: Cell;
  symbol: string;
  strength: number;
  covered: boolean;
}

interface FallChampion {
  name: string;
  clan: string;
  votes: number;
  ability: string;
  /** In the offer: seats and their influence, the leader first. */
  discs: [seat: number, influence: number][];
}

interface FallClan {
  clan: string;
  name: string;
  tile: number[];
  /** Seats and their votes, the leader first. */
  votes: [seat: number, votes: number][];
}

interface FallPlayer {
  supplies: number;
  despair: number;
  reserve: number;
  honour: number;
  boost: number;
  champions: FallChampion[];
  ancestry: FallQuadrant[];
}

interface FallGate {
  clan: string | null;
  text: string;
  open: boolean;
}

interface FallScene {
  whole: boolean;
  wave: number;
  wave_text: string;
  turn: number | null;
  map: FallMap | null;
  ways: FallWay[];
  row: FallGate[];
  wheel: {
    effects: string[];
    texts: string[];
    at: number;
    boost_wire: number;
    breach_wire: number;
    beside: number;
  } | null;
  offer: FallChampion[];
  clans: FallClan[];
  players: FallPlayer[];
  /** The own hand, of cards as one reads their quadrants; none where the table deals. */
  cards: Record<string, string[]>;
  story: StoryLine[];
  ending: FallEnding | null;
}

interface FallEnding {
  sides: { seats: number[]; parts: [string, number][] }[];
  best: number[];
  text: string;
  course: number[][];
}

/** What the parts are drawn from, on every page. */
interface FallShown {
  scene: FallScene;
  seats: Seat[];
  seat: number | null;
}

type FallView = GameView & { scene: FallScene };
type FallSeatView = SeatView & { scene: FallScene };
