// What the set-up of a game is sent, as pages/set_up.py tells it, and what it keeps; nothing here runs.

interface BoxPick {
  kind: string;
  title: string;
  /** Each by what it is kept under, and what people call it. */
  things: { name: string; text: string }[];
  chosen: string;
  record: string | null;
}

interface SetUpDecision {
  name: string;
  title: string;
  answers: { name: string; text: string }[];
}

interface SetUpStep {
  name: string;
  title: string;
  about: string | null;
  /** Drawn unless somebody would rather enter it. */
  drawn: boolean;
}

interface SetUpGiven extends Group {
  game: string;
  after: number;
  group: Player[];
  /** How much of the game is kept here, where there is a choice. */
  way: string | null;
  picks: BoxPick[];
  decisions: SetUpDecision[];
  steps: SetUpStep[];
  blank: Record<string, unknown>;
  script: string | null;
}

/** What was decided and entered so far, as the table takes it. */
interface SetUpTold {
  seats: Player[];
  picked: Record<string, string>;
  decided: Record<string, string>;
  entered: Record<string, unknown>;
}

interface SetUpFault extends SeatsFault {
  step: string;
}

/** One of the steps that only this game has. */
interface OwnStep {
  show: () => Guided;
  /** How many answers it asks for. */
  count: () => number;
  /** It is opened, or was dealt: whatever was pointed out before no longer is. */
  begin?: () => void;
  /** What is wrong with it whatever the other steps say: told before they are asked. */
  faults?: () => SetUpFault[];
}

/** What a game's own `set-up.js` exports. */
interface SetUpScript {
  steps: Record<string, OwnStep>;
  /** Who plays has changed: what was entered about them follows. */
  regrouped?: (before: Player[], after: Player[]) => void;
}
