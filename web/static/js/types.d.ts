// What the table sends to its pages, and what the scripts hand each other. It mirrors page_views.py, move_list.py,
// device_api.py and the pages in pages/; nothing here runs.

// ---- building blocks of a page

type Child = Node | string | null | undefined | false | readonly Child[];

interface Props {
  class?: string;
  data?: Record<string, string | number | null | undefined>;
  onclick?: (event: MouseEvent) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
  oninput?: (event: Event & { target: HTMLInputElement }) => unknown;
  onchange?: (event: Event & { target: HTMLInputElement }) => unknown;
  [attribute: string]: unknown;
}

/** A question above and its buttons below, as the guided pages show them. */
interface Guided {
  stage: Child[];
  dock: Child[];
}

// ---- the view of a page

type Colour = typeof import("./dom.js").COLOURS[number];
type Boulders = Record<Colour, number>;
type Facts = Record<string, string | number>;

interface Shades {
  dark: string;
  light: string;
}

/** A player's colour, as the game gives it. */
interface Paint {
  rgb: string;
  ink: string;
  ring: Shades | null;
}

interface Seat extends Paint {
  name: string;
  colour: string;
  initial: string;
  held: boolean;
  /** The host plays it, and sees what only this player may see. */
  sat_in: boolean;
  /** Some phone holds or held it: another one needs its code, or the host's leave. */
  kept: boolean;
  acting: boolean;
}

/** Who is drawn as a piece with a letter. */
type Token = Paint & Pick<Seat, "initial">;

/** A move as the table knows it: its kind, and whatever that kind needs. */
interface Move {
  do: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a move holds is its game's business; the table checks it.
  [part: string]: any;
}

/** Plays a move, and tells how that went to whoever waits for it. */
type Play = (move: Move) => unknown;

/** Something that an answer means: with a worth it is drawn as a chip, otherwise as a line. */
interface Fact {
  text: string;
  worth: number | null;
  /** Whom it is for. */
  seats: number[];
  warns: boolean;
}

interface Choice {
  move: Move;
  text: string;
  seat: number | null;
  meaning: Fact[];
}

type OptionValue = string | number;
type Cell = [column: number, row: number];
type FieldValue = OptionValue | OptionValue[] | Cell[] | Laid | Boulders;

interface Option {
  value: OptionValue;
  text: string;
}

interface AmountField {
  kind: "amount";
  name: string;
  text: string;
  least: number;
  most: number;
}

interface PickField {
  kind: "pick";
  name: string;
  text: string;
  options: Option[];
}

interface FallenField {
  kind: "boulders";
  name: string;
  text: string;
  most: Boulders;
}

interface SeveralField {
  kind: "several";
  name: string;
  text: string;
  options: Option[];
  least: number;
  most: number;
}

interface DiceField {
  kind: "dice";
  name: string;
  text: string;
  faces: Option[];
  count: number;
  /** Whether the camera can read them. */
  read: boolean;
}

/** What the camera read of a throw, and why that is not sure. */
interface SeenThrow {
  faces: OptionValue[];
  doubt: string | null;
  picture: number;
}

/** How far the host has shown the camera a game's dice. */
interface DiceTeaching {
  photos: number;
  wanted: number;
  learned: OptionValue[];
  ready: boolean;
  looking: boolean;
  words: Health | null;
  dice: { picture: string; guess: OptionValue | null }[];
  warning: Health | null;
}

interface WordsField {
  kind: "words";
  name: string;
  text: string;
  least: number;
  most: number;
}

/** What lies on some cells of a grid; sets of cells are bits in base 64. */
interface Layer {
  text: string;
  cells: string;
  mark: string;
  colour: Paint | null;
}

interface Grid {
  columns: number;
  rows: number;
  layers: Layer[];
}

/** What is picked hangs together, over cells that join those beside them; some are beside every other. */
interface Together {
  over: string;
  anywhere: string;
}

interface CellsField {
  kind: "cells";
  name: string;
  text: string;
  grid: Grid;
  legal: string;
  least: number;
  most: number;
  together: Together | null;
}

/** How a shape lies. */
interface Laid {
  shape: OptionValue;
  at: Cell;
  turn: number;
  flipped: boolean;
}

/** A shape turned one way, and where its corner at the top left may be. */
interface Lying {
  turn: number;
  flipped: boolean;
  cells: Cell[];
  legal: string;
}

interface Shape extends Option {
  lying: Lying[];
}

interface PlacesField {
  kind: "places";
  name: string;
  text: string;
  grid: Grid;
  shapes: Shape[];
}

interface Spot extends Option {
  x: number;
  y: number;
}

interface SpotsField {
  kind: "spots";
  name: string;
  text: string;
  chart: { height: number; spots: Spot[]; paths: [OptionValue, OptionValue][] };
  legal: OptionValue[];
  least: number;
  most: number;
}

/** What fills these in is fetched when one is asked for. */
type FetchedField = SeveralField | DiceField | WordsField | CellsField | PlacesField | SpotsField;
type Field = AmountField | PickField | FallenField | FetchedField;

interface Form {
  do: string;
  text: string;
  fields: Field[];
  /** Whether more is asked when these are filled in. */
  steps: boolean;
}

/** What a form in steps asks next, and what was filled in before, in words. */
interface NextStep {
  field: Field;
  said: string;
}

/** Asks what comes next; no field when the move is whole. */
type Step = (sent: { do: string; filled: Draft }) => Promise<AnswerWith<{ field: Field | null; said: string }>>;

/** How a question is answered. */
interface Answering {
  play: Play;
  step: Step;
}

/** What is filled in so far, by the names of the fields. */
type Draft = Record<string, FieldValue | undefined>;

/** Fills in a gap; `meant` if somebody tapped just this, and did not pass by with an arrow. */
type Fill = (value: FieldValue | undefined, meant?: boolean) => void;

/** On the host's page neither choices nor forms: what can be answered is for its seats alone to see. */
interface Prompt {
  key: string;
  seats: number[];
  text: string;
  choices: Choice[];
  forms: Form[];
  /** Possible at any time, beside what is asked. */
  aside: boolean;
  /** What was answered to a sealed prompt so far: it can be changed until all have answered. */
  given: { move: Move; text: string } | null;
}

/** A prompt that is open: a tap says which one it answers by its key and since when it is. */
interface OpenPrompt extends Prompt {
  since: number;
}

interface StruckHit {
  number: number;
  seat: number;
  boulders: Boulders;
  most: Boulders;
  total: number;
}

interface Hammering {
  hammerer: number;
  comrade: number | null;
  hits: StruckHit[];
  hit_limit: number;
  colour_limit: number;
  angering: Colour[];
  boulders: Boulders;
  total: number;
  over: Partial<Boulders>;
  gifts_needed: number;
  swaps: number;
  ending: string | null;
  event: string | null;
}

interface Panel {
  title: string;
  lines: string[];
}

/** A sentence of the story, with the seat that it is about. */
interface StoryLine {
  seat: number | null;
  text: string;
  /** It tells who put something right. */
  signed: boolean;
}

interface Standing {
  seat: number;
  score: number;
  at_least: boolean;
  parts: [text: string, value: number][];
}

interface Question {
  text: string;
  guess: Boulders;
  picture: number | null;
  pieces: MarkedPiece[];
}

/** A boulder recognised in a picture that may be tapped right; one that was added has no outline. */
interface MarkedPiece {
  x: number;
  y: number;
  colour: Colour;
  doubtful: boolean;
  outline: Point[];
}

/** A picture that was counted; what is tapped in it changes its pieces. */
interface TappedPicture {
  source: "camera" | "phone";
  number: number;
  pieces: MarkedPiece[];
  verdict: string | null;
  fine: boolean;
}

interface CountedPhoto {
  photo: number;
  pieces: MarkedPiece[];
  sure: boolean;
}

interface Status {
  doing: string;
  /** Nothing is told but that the next blow may come. */
  ready: boolean;
  text: string | null;
  question: Question | null;
}

interface Health {
  fine: boolean;
  text: string;
}

interface Notice {
  key: string;
  text: string;
}

/** How the companion's machine is, and what comes of an update. */
interface Machine {
  facts: string[];
  possible: boolean;
  progress: { text: string; under_way: boolean } | null;
}

/** What panels are drawn from: a view, or a step of a past game. */
interface Standings {
  seats: Seat[];
  standings: Standing[];
}

interface Panels extends Standings {
  panels: Panel[];
}

/** What every page is told, whether a game runs or not. */
interface AnyView {
  boot: string;
  tick: number;
  version: number;
  /** What this phone is to remember of the table. */
  witness: string;
  /** Said when the table came back older than a phone remembers it. */
  older: string | null;
  status: Status;
  /** Who sat down last, for the room to be told. */
  arrival: { number: number; text: string } | null;
}

interface QuietView extends AnyView {
  game: null;
  pages: null;
  ended?: undefined;
  seat?: undefined;
  seats?: undefined;
  hammering?: undefined;
  scene?: undefined;
}

interface GameView extends AnyView, Panels {
  game: string;
  ended: boolean;
  pages: string | null;
  title: string;
  over: boolean;
  seat: number | null;
  headline: string;
  prompts: OpenPrompt[];
  hammering: Hammering | null;
  /** The number of the own answer that can be taken back. */
  undo: number | null;
  /** The key of the prompt that chance could answer. */
  draws: string | null;
  why: string[];
  waiting: string;
  /** What everyone is told about the seats that the host plays. */
  sat_in: string | null;
  /** What a blow on the tower would answer for this seat. */
  by_blow: string | null;
  /** What the game's own script draws, on the pages that it draws on: that script knows what it is. */
  scene?: unknown;
  /** The numbers of those whom the host lets in. */
  let_in: number[];
}

type View = QuietView | GameView;

/** The view of a seat. */
interface SeatView extends GameView {
  seat: number;
  /** What lets another phone sit here. */
  code: string;
}

/** A past game as it stood after so many moves, for the room. */
interface PastStep extends Panels {
  game: string;
  pages: string | null;
  after: number;
  moves: number;
  /** Whose move it was. */
  seat: number | null;
  move_in_words: string;
  signed: string | null;
  headline: string;
  hammering: Hammering | null;
  scene: unknown;
}

interface MoveLine {
  number: number;
  index: number;
  seat: number | null;
  source: "phone" | "sensor" | "host" | "chance";
  text: string;
  /** Who put it right, and what it was. */
  signed: string | null;
  boulders: Boulders | null;
  most: Boulders;
}

interface ForTheHost {
  /** Who asks to be let in, under the number that their phone shows. */
  asking: { number: number; seat: number }[];
  /** By seat, what lets another phone sit there. */
  codes: Record<number, string>;
  health: Record<string, Health>;
  notices: Notice[];
  moves: MoveLine[];
  secretive: boolean;
  /** Whether anything on the board can be put right, beside the moves. */
  correctable: boolean;
  /** The game's own page to put it right on. */
  corrections: string | null;
}

type HostView = View & ForTheHost;
type RunningHostView = GameView & ForTheHost;

/** What was asked when a move was played. */
interface AskedMove {
  move: Move;
  prompts: Prompt[];
  forms: Form[];
}

// ---- answers

/** What a request is answered with; `text` says why not, where it was refused. */
interface Answer {
  ok: boolean;
  status: number;
  code?: string;
  text?: string;
  view?: View;
}

/** An answer that brings `T` along, if it was granted. */
type AnswerWith<T> = Answer & T;

// ---- what a game's own script brings, and is given

/** What a player looks at: what fits, or for a while something aside. */
interface Looks {
  /** Says what is looked at now; `there` are the looks that there are. */
  show(fits: string, there: string[]): string;
  /** The player is asked: nothing aside any more. */
  back(): void;
  /** The game is gone, and what it was looked at with. */
  leave(): void;
}

/** What a part is given to draw with, by the page that it is on. */
interface PartTools {
  play: {
    slot: HTMLElement;
    bar: HTMLElement;
    /** Buttons for what the player may look at, in this order; `words` has their names, `look-…` are their icons. */
    looks(names: string[]): Looks;
    /** Plays what answers a prompt, and says a refusal where it is seen: for what is not a button. */
    answer(prompt: OpenPrompt): Play;
    redraw(): void;
  };
  table: { slot: HTMLElement; beside: HTMLElement; redraw(): void };
  replay: {
    slot: HTMLElement;
    /** Where the whole game can be had. */
    record: string;
    /** What the game's pages say of its set-up. */
    backdrop: unknown;
  };
}

interface Part {
  /** Undo what was changed outside the slots: another game begins. */
  leave?(): void;
}

/** The parts, by page: `show` draws the view's `scene` and says whether that stands in for the panels. */
interface Parts {
  play: Part & {
    show(view: SeatView, before: View | null): boolean;
    /** What answers a prompt, where the game lays that out itself; its forms too, if it is marked `data-whole`. */
    answers?(prompt: OpenPrompt, view: SeatView, play: Play, redraw: () => void): HTMLElement | null;
    /** Whether the one form of a prompt is open at once, before its other answers. */
    unfolds?(prompt: OpenPrompt): boolean;
    /** An answer was played: nothing of it is picked any more. */
    forget?(): void;
  };
  table: Part & { show(view: GameView, before: View | null): boolean };
  replay: Part & { show(step: PastStep): boolean };
}

/** What of its forms a game draws itself, while its pages are up: all of it can be left out. */
interface Dressing {
  /** What an answer looks like; null for its words alone. */
  face?(field: PickField | SeveralField | AmountField, option: Option): Child;
  /** The answers laid out, one button each; null for one below the other. */
  arrange?(field: PickField, buttons: HTMLElement[]): HTMLElement | null;
  /** What lies under a grid, a unit a square; null for its layers. */
  ground?(grid: Grid): Child;
  /** The part of a grid that matters, in squares; null for all of it. */
  frame?(field: CellsField): { left: number; top: number; width: number; height: number } | null;
  /** What lies under spots, as wide as 1; null for circles with their names. */
  chart?(chart: SpotsField["chart"]): Child;
}

interface PartModule<P extends keyof PartTools> {
  part(tools: PartTools[P]): Parts[P];
}

/** What a game's `pages.js` exports: for each page that it draws on, what brings its part of it. */
type GameScript = { [P in keyof PartTools]?: () => PartModule<P> | Promise<PartModule<P>> };

// ---- what pages are sent with besides their words

interface ColourName extends Paint {
  name: string;
  text: string;
}

interface Group {
  least: number;
  most: number;
  colours: ColourName[];
}

/** What is wrong with who plays, and with whom of them. */
interface SeatsFault {
  seats: number[];
  text: string;
}

interface Player {
  name: string;
  colour: string;
}

interface PastGame {
  key: number | string;
  at: number;
  title: string;
  names: string[];
}

interface FirstRunStep {
  name: string;
  done: boolean;
  waiting: boolean;
}

interface FirstRunNow {
  steps: FirstRunStep[];
  blows: number;
  table: string;
}

interface Invitation {
  pin_offered: boolean;
  address: string | null;
  wifi: string | null;
}

// ---- devices

type Pixel = [red: number, green: number, blue: number];
type Point = [x: number, y: number];

interface TowerNow {
  on_mat: Boulders;
  recognised: Boulders | null;
  faults: Record<string, boolean>;
  pixels: Pixel[];
  fell: Partial<Boulders> | null;
}

interface Arrangement {
  count: number;
  shape: "strip" | "ring";
  first: number;
  backwards: boolean;
  order: string;
  brightness: number;
  limit_ma: number;
}

interface Lit {
  lamps: Pixel[];
  draws_ma: number;
  arrangement: Arrangement;
  trying: boolean;
}

interface Proposal {
  threshold: number;
  softest_hit: number;
  hardest_bump: number;
  margin: number;
  verdict: Health;
}

interface Calibrating {
  step: "hits" | "bumps" | "set_down" | "done";
  hits: number[];
  bumps: number[];
  set_down: number;
  proposal: Proposal | null;
}

interface KeptHit {
  number: number;
  seconds_ago: number;
  strength: number;
}

/** What can be done about the sensor's own program, the share of it that is written, how the last writing ended. */
interface SensorProgram {
  offer: "" | "old" | "silent" | "boot_loader";
  written: number | null;
  outcome: Health | null;
}

interface Listening {
  step: number;
  levels: number[];
  heard: number;
  threshold: number;
  gap: number;
  kept: KeptHit[];
  calibrating: Calibrating | null;
  program: SensorProgram | null;
}

interface Replayed {
  number: number;
  samples: number[];
  heard: number[];
}

interface SeenPiece {
  x: number;
  y: number;
  colour: Colour;
  confidence: number;
}

interface Counted {
  number: number;
  seconds_ago: number;
  boulders: Partial<Boulders>;
  sure: boolean;
  confidence: number;
  played: Partial<Boulders> | null;
  asked: string | null;
}

interface Learned {
  colours: Record<Colour, string[]>;
  size_mm: number;
  own: boolean;
}

interface Lesson {
  colour: Colour | null;
  words: Health | null;
  learned: Learned | null;
  boulders: Partial<Boulders> | null;
}

interface Seeing {
  kind: string | null;
  words: Health | null;
  hints: Health[];
  boulders: Partial<Boulders> | null;
  sure: boolean;
  confidence: number;
  pieces: SeenPiece[];
  learned: Learned;
  place: Point[];
  lesson: Lesson | null;
  warning: Health | null;
  corrected: number;
  settles: boolean;
  relearn: boolean;
}

interface CameraNow {
  now: Seeing;
  history: Counted[];
}
