import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";

/** An event, a task or a time zone of a calendar, as unfolded lines. */
export type RawComponent = { name: string; lines: string[]; ref: string };

/** The content of a text, and what could not be read. */
export type Scanned = {
  components: RawComponent[];
  errors: { ref: string; reason: string }[];
  whole: boolean;
};

const WANTED = new Set(["VEVENT", "VTODO", "VTIMEZONE"]);

/**
 * Splits the text of a calendar into its events, tasks and time zones without parsing them, so that a broken one does not
 * affect the others. `whole` is false if the text is incomplete.
 */
export function scanComponents(text: string): Scanned {
  const components: RawComponent[] = [];
  const errors: Scanned["errors"] = [];
  const stack: string[] = [];
  let open: (RawComponent & { deep: boolean }) | null = null;
  let calendars = 0;
  for (const { line, number } of unfold(text)) {
    const [, verb = "", name = ""] = /^(BEGIN|END):\s*(\S+)\s*$/i.exec(line) ?? [];
    const upper = name.toUpperCase();
    if (verb.toUpperCase() === "BEGIN") {
      stack.push(upper);
      if (upper === "VCALENDAR") calendars++;
      if (open === null && WANTED.has(upper)) {
        open = { name: upper, lines: [line], ref: `line ${number}`, deep: false };
        continue;
      }
      if (open && stack.length > LIMITS.nesting) open.deep = true;
    }
    if (open) open.lines.push(line);
    if (verb.toUpperCase() !== "END") continue;
    const at = stack.lastIndexOf(upper);
    if (at < 0) continue;
    stack.length = at;
    if (open && upper === open.name && !stack.includes(upper)) {
      if (open.deep) {
        errors.push({ ref: open.ref, reason: `It is nested deeper than ${LIMITS.nesting} components.` });
      } else components.push(open);
      open = null;
      if (components.length > LIMITS.components) {
        throw new Error(`it has more than ${LIMITS.components} events and tasks`);
      }
    }
  }
  return { components, errors, whole: calendars > 0 && stack.length === 0 };
}

/** Yields the unfolded lines of a text (RFC 5545, 3.1), each with the number of its first line. */
function* unfold(text: string): Generator<{ line: string; number: number }> {
  let parts: string[] = [];
  let size = 0;
  let first = 1;
  let number = 0;
  for (const physical of text.split(/\r\n|\n|\r/)) {
    number++;
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
