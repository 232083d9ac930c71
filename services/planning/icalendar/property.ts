import ICAL from "ical.js";
import { readLine } from "./line.ts";

/** One property of a component, as its text states it. */
export type Property = { name: string; parameters: Readonly<Record<string, string>>; values: string[] };

/** The properties of a component by name. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

/** Values that are read from their own text, so that a wrong one is named as it is, and rules end. */
const AS_WRITTEN =
  /^(?:dtstart|dtend|due|recurrence-id|exdate|rdate|completed|last-modified|duration|estimated-duration|rrule|exrule|sequence|priority|percent-complete)$/;
/** Texts and people, whose values ical.js unescapes. */
const ESCAPED =
  /^(?:uid|summary|description|location|url|status|transp|categories|organizer|attendee|related-to|x-google-conference|x-microsoft-cdo-busystatus)$/;
const RULE = /^(?:rrule|exrule)$/;

/** Parses the lines of one component. A line that is not a property is left out and passed to `leftOut`. */
export function parseProperties(
  lines: readonly string[],
  leftOut: (reason: string) => void,
): Properties {
  const properties = new Map<string, Property[]>();
  for (const line of lines) {
    if (/^(?:BEGIN|END):\s*\S+\s*$/i.test(line)) continue;
    try {
      const property = parseProperty(line);
      if (property) properties.set(property.name, [...properties.get(property.name) ?? [], property]);
    } catch {
      leftOut(`"${cleaned(line, 60)}" is not a property, so it was left out`);
    }
  }
  return properties;
}

/** Returns null for a property that the planner does not use. */
function parseProperty(line: string): Property | null {
  const { name: upper, parameters, value } = readLine(line);
  if (upper === "" || !line.includes(":")) throw new Error("it has no value");
  const name = upper.toLowerCase();
  if (AS_WRITTEN.test(name)) {
    const text = value.trim();
    const lower = [...parameters].map(([key, each]) => [key.toLowerCase(), each]);
    const values = RULE.test(name) ? [text.toUpperCase()] : text.split(",").map((each) => each.trim());
    return { name, parameters: Object.fromEntries(lower), values };
  }
  if (!ESCAPED.test(name)) return null;
  const [, given, , ...values] = ICAL.parse.property(line) as unknown as [
    string,
    Record<string, unknown>,
    string,
    ...unknown[],
  ];
  const said = Object.entries(given).map(([key, each]) => [key, String(each)]);
  return { name, parameters: Object.fromEntries(said), values: values.flat().map(String) };
}

/** Returns the first value of a property; undefined without one. */
export const propertyTextOf = (properties: Properties, name: string): string | undefined =>
  properties.get(name)?.[0]?.values[0];

// deno-lint-ignore no-control-regex -- these are what is taken out
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g;

/** Returns foreign text, truncated, without characters that control its display. */
export const cleaned = (text: string | undefined, most: number): string =>
  (text ?? "").toWellFormed().replaceAll(CONTROLS, "").trim().slice(0, most);
