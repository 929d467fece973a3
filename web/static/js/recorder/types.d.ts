// What the page that records a board is sent, as recorder.py tells it, and what it keeps; nothing here runs.

interface LayerTold {
  name: string;
  title: string;
  words: Record<string, string>;
}

interface Offered {
  name: string;
  text: string;
}

interface RegionsLayer extends LayerTold {
  kind: "regions";
  kinds: Offered[];
  of_each: number;
}

interface SpotsLayer extends LayerTold {
  kind: "spots";
  of: string;
  count: number;
  meet: number;
  least: number;
}

interface BordersLayer extends LayerTold {
  kind: "borders";
  of: string;
  spots: string | null;
}

interface Question {
  name: string;
  title: string;
  answers: Offered[];
}

interface GridLayer extends LayerTold {
  kind: "grid";
  questions: Question[];
  rows: [least: number, most: number];
  columns: [least: number, most: number];
}

interface OwnLayer extends LayerTold {
  kind: "own";
  /** What only this game knows of it. */
  [fact: string]: unknown;
}

type RecordedLayer = RegionsLayer | SpotsLayer | BordersLayer | GridLayer | OwnLayer;

interface DraftRegion {
  id: string;
  kind: string;
  at: Point;
  name: string;
}

interface DraftSpot {
  id: string;
  regions: string[];
  at: Point;
}

type GridCorners = [Point, Point, Point, Point];

interface DraftGrid {
  rows: number;
  columns: number;
  corners: GridCorners;
  cells: Record<string, Record<string, string>>;
}

interface BoardDraft {
  name: string;
  photo: string;
  aspect: number;
  layers: Record<string, unknown>;
  instead_of: string | null;
}

interface RecorderGiven {
  game: string;
  kind: string;
  layers: RecordedLayer[];
  longest: number;
  script: string | null;
  /** Which of those that there are it can be; null where it has a name of its own. */
  names: Offered[] | null;
}

/** What a game's own `recorder.js` may export. */
interface RecorderScript {
  /** Its own steps, by their layer. */
  steps?: Record<string, (layer: OwnLayer) => Guided>;
  /** After something was put onto a layer: what follows from that by the rules. */
  added?: (layer: string) => void;
}

interface StepFault {
  step: string;
  text: string;
}

/** A line on a board to tap. */
interface Stroke {
  kind: string;
  from: Point;
  to: Point;
}

/** A mark on a board to tap. */
interface Mark {
  at: Point;
  kind: string;
  sign?: string | null;
  text?: string;
  label?: string;
  name?: string;
}
