import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";

/** An event, a task, a note or a time zone of a calendar, as unfolded lines. */
export type RawComponent = {
  name: string;
  /** Everything between its BEGIN and its END, with both. */
  lines: string[];
  /** Only its own properties, without those of its alarms. */
  properties: string[];
  ref: string;
};

/** The content of a text, and what could not be read. */
type ScannedCalendar = {
  components: RawComponent[];
  errors: { ref: string; reason: string }[];
  /** False if the text is cut off. */
  whole: boolean;
  /** False if a line that begins or ends a component is wrong, so that something may be missing. */
  sound: boolean;
};

type Open = RawComponent & { line: number };

const READ = new Set(["VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE"]);
/** What RFC 5545 and its successors have beside these; the planner does not show it. */
const NOT_SHOWN = /^(?:VFREEBUSY|VAVAILABILITY|VPOLL|X-.+)$/;
/** Components that are never inside of one that is read. */
const NEVER_INSIDE = new Set([...READ, "VCALENDAR", "VFREEBUSY"]);

/**
 * Splits the text of a calendar into its events, tasks, notes and time zones without parsing them, so that a broken one does not
 * affect the others. A missing or misspelt END ends at the next BEGIN, and is reported.
 */
export function scanComponents(text: string): ScannedCalendar {
  const scanner = new Scanner();
  for (const { line, number } of unfold(text)) scanner.take(line, number);
  return scanner.end();
}

class Scanner {
  readonly #scanned: ScannedCalendar = { components: [], errors: [], whole: false, sound: true };
  readonly #stack: Open[] = [];
  /** How many components of each name are open. */
  readonly #open = new Map<string, number>();
  /** The open component that is read. */
  #reading: Open | null = null;
  #tooDeep = false;
  #calendars = 0;

  take(line: string, number: number): void {
    const [, verb = "", given = ""] = /^(BEGIN|END):\s*(\S+)\s*$/i.exec(line) ?? [];
    const name = given.toUpperCase().slice(0, 60);
    if (verb.toUpperCase() === "BEGIN") this.#begin(name, number);
    this.#reading?.lines.push(line);
    if (verb.toUpperCase() === "END") this.#ended(name, number);
    if (verb !== "") return;
    const inner = this.#stack.at(-1);
    if (inner && inner.name !== "VCALENDAR") inner.properties.push(line);
  }

  end(): ScannedCalendar {
    return { ...this.#scanned, whole: this.#calendars > 0 && this.#stack.length === 0 };
  }

  #begin(name: string, line: number): void {
    if (NEVER_INSIDE.has(name)) { while (this.#reading) this.#closeUnended(); }
    if (name === "VCALENDAR") this.#calendars++;
    const open = { name, lines: [], properties: [], ref: `line ${line}`, line };
    this.#stack.push(open);
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    if (this.#reading && this.#stack.length > LIMITS.nesting) this.#tooDeep = true;
    if (READ.has(name)) this.#reading ??= open;
  }

  #ended(name: string, line: number): void {
    const inner = this.#stack.at(-1);
    if (this.#open.get(name)) {
      while (this.#stack.at(-1)!.name !== name) this.#closeUnended();
      this.#close();
    } else if (inner && inner.name !== "VCALENDAR") {
      this.#fault(line, `END:${name} ends the ${inner.name} of ${inner.ref}.`);
      this.#close(name);
    } else this.#fault(line, `END:${name} has no BEGIN:${name}.`);
  }

  #closeUnended(): void {
    const { line, name } = this.#stack.at(-1)!;
    this.#fault(line, `BEGIN:${name} has no END:${name}.`);
    this.#close();
  }

  /** Of a misspelt BEGIN and a misspelt END, the other says what it is. */
  #close(nameOfEnd = ""): void {
    const { line, ...component } = this.#stack.pop()!;
    this.#open.set(component.name, this.#open.get(component.name)! - 1);
    if (component.name === "VCALENDAR") return;
    if (this.#reading && this.#reading.line !== line) return;
    const name = READ.has(component.name) ? component.name : nameOfEnd;
    const isTop = this.#stack.length === (this.#open.get("VCALENDAR") ?? 0);
    if (READ.has(name)) this.#bring({ ...component, name }, line);
    else if (isTop && !NOT_SHOWN.test(component.name)) {
      this.#fault(line, `"${component.name}" is not a component of a calendar, so it was not read.`);
    }
    this.#reading = null;
    this.#tooDeep = false;
  }

  #bring(component: RawComponent, line: number): void {
    if (this.#tooDeep) return this.#fault(line, `It is nested deeper than ${LIMITS.nesting} components.`);
    const lines = component.lines.length > 0 ? component.lines : component.properties;
    this.#scanned.components.push({ ...component, lines });
    if (this.#scanned.components.length > LIMITS.components) {
      throw new Error(`it has more than ${LIMITS.components} events and tasks`);
    }
  }

  #fault(line: number, reason: string): void {
    this.#scanned.sound = false;
    if (this.#scanned.errors.length < LIMITS.errors) {
      this.#scanned.errors.push({ ref: `line ${line}`, reason });
    }
  }
}

/** Yields the unfolded lines of a text (RFC 5545, 3.1), each with the number of its first line. */
function* unfold(text: string): Generator<{ line: string; number: number }> {
  let parts: string[] = [];
  let size = 0;
  let first = 1;
  let number = 0;
  for (const each of text.split(/\r\n|\n|\r/)) {
    number++;
    // Calendars that were joined have a byte order mark in the middle.
    const physical = each.replace(/^\ufeff+/, "");
    if (/^[ \t]/.test(physical) && parts.length > 0) {
      size += physical.length;
      if (size <= LIMITS.lineCharacters) parts.push(physical.slice(1));
      continue;
    }
    if (parts.length > 0) yield { line: parts.join(""), number: first };
    parts = physical === "" ? [] : [physical.slice(0, LIMITS.lineCharacters)];
    size = physical.length;
    first = number;
  }
  if (parts.length > 0) yield { line: parts.join(""), number: first };
}
