// What the page of a box is sent, as pages/box.py and box_fields.py build it; nothing here runs.

interface BoxField {
  edit: "number" | "yes-no" | "words" | "one-of" | "list" | "row" | "parts";
  blank: unknown;
  least?: number;
  most?: number;
  longest?: number;
  answers?: { value: unknown; text: string }[];
  item?: BoxField;
  items?: BoxField[];
  fields?: NamedBoxField[];
}

interface NamedBoxField extends BoxField {
  name: string;
  text: string;
}

interface BoxThing {
  name: string;
  text: string;
  mark: "known" | "example" | "yours";
  about: string | null;
  chosen: boolean;
  drawn: boolean;
  photo: boolean;
  faults: string[];
  values: Record<string, unknown>;
}

interface BoxKind {
  name: string;
  title: string;
  fixed: boolean;
  picked: boolean;
  things: BoxThing[];
  unreadable: Record<string, string[]>;
  record: string | null;
  fields: NamedBoxField[];
}
