import { fold, readLine } from "../icalendar/line.ts";
import { type Zones, zonesOf } from "../icalendar/zones.ts";

/** A line as it is in the text, including folds and line ends, and its unfolded text. */
type ObjectLine = { raw: string; text: string };

/** A component with its lines and inner components in order. */
export type Component = {
  name: string;
  begin: ObjectLine;
  end: ObjectLine;
  children: (ObjectLine | Component)[];
};

const MAX_NESTING = 8;

/** Distinguishes a component from a line. */
export const isComponent = (child: ObjectLine | Component): child is Component => "children" in child;

/**
 * Parses the text of a calendar object without interpreting it: written again it is the same, byte for byte, so that an edit
 * changes only what it means to change. Throws unless it is one whole calendar.
 */
export function readObject(text: string): Component {
  const open: Component[] = [];
  let whole: Component | null = null;
  for (const line of linesOf(text)) {
    const [, verb, name] = /^(BEGIN|END):\s*(\S+)\s*$/i.exec(line.text) ?? [];
    const parent = open.at(-1);
    if (verb?.toUpperCase() === "BEGIN") {
      const component = { name: name!.toUpperCase(), begin: line, end: line, children: [] };
      if (parent) parent.children.push(component);
      else if (whole === null && component.name === "VCALENDAR") whole = component;
      else throw new Error("it is not one calendar");
      if (open.push(component) > MAX_NESTING) throw new Error("its components are nested too deep");
    } else if (verb !== undefined) {
      if (parent?.name !== name!.toUpperCase()) throw new Error(`it ends ${name} without a beginning`);
      parent.end = line;
      open.pop();
    } else if (parent) parent.children.push(line);
    else if (line.text.trim() !== "") throw new Error("it is not a calendar");
  }
  if (whole === null || open.length > 0) throw new Error("it is incomplete");
  return whole;
}

/** Returns the text of an object. */
export const writeObject = (component: Component): string =>
  component.begin.raw +
  component.children.map((child) => isComponent(child) ? writeObject(child) : child.raw).join("") +
  component.end.raw;

function* linesOf(text: string): Generator<ObjectLine> {
  let line: ObjectLine | null = null;
  for (const [raw] of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g)) {
    const content = raw.replace(/(?:\r\n|\n|\r)$/, "");
    if (line && /^[ \t]/.test(content)) {
      line.raw += raw;
      line.text += content.slice(1);
      continue;
    }
    if (line) yield line;
    line = { raw, text: content };
  }
  if (line) yield { ...line, raw: /[\r\n]$/.test(line.raw) ? line.raw : `${line.raw}\r\n` };
}

/** Returns a new line. */
export const lineOf = (text: string): ObjectLine => ({ raw: fold(text), text });

/** Returns a new component. */
export const componentOf = (name: string, lines: readonly string[]): Component => ({
  name,
  begin: lineOf(`BEGIN:${name}`),
  end: lineOf(`END:${name}`),
  children: lines.map(lineOf),
});

/** Returns a copy that can be changed without changing the original. */
export const copyOf = (component: Component): Component => ({
  ...component,
  children: component.children.map((child) => isComponent(child) ? copyOf(child) : child),
});

/** Returns the lines of a property, as text. Inner components are ignored. */
export const linesNamed = ({ children }: Component, name: string): string[] =>
  children.flatMap((child) => !isComponent(child) && nameOf(child) === name ? [child.text] : []);

/** Replaces all lines of a property, at the position of the first one. */
export function setLines(component: Component, name: string, texts: readonly string[]): void {
  const at = component.children.findIndex((child) => !isComponent(child) && nameOf(child) === name);
  const kept = component.children.filter((child) => isComponent(child) || nameOf(child) !== name);
  const inner = kept.findIndex(isComponent);
  const place = at >= 0 ? at : inner < 0 ? kept.length : inner;
  kept.splice(place, 0, ...texts.map(lineOf));
  component.children = kept;
}

const nameOf = ({ text }: ObjectLine): string => readLine(text).name;

/** Returns the time zones that a calendar describes. */
export const zonesIn = ({ children }: Component): Zones =>
  zonesOf(
    new Map(
      children.filter(isComponent).filter(({ name }) => name === "VTIMEZONE").map((zone) => [
        linesNamed(zone, "TZID").map((text) => readLine(text).value.trim())[0] ?? "",
        linesOfComponent(zone),
      ]),
    ),
  );

/** Returns all lines of a component as text, including inner ones. */
const linesOfComponent = ({ begin, end, children }: Component): string[] => [
  begin.text,
  ...children.flatMap((child) => isComponent(child) ? linesOfComponent(child) : [child.text]),
  end.text,
];
