import ICAL from "ical.js";

/** One property of a component, as its text states it. */
export type Property = { name: string; parameters: Readonly<Record<string, string>>; values: string[] };

/** A parsed component: its properties by name. Alarms and other nested components are ignored. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

/** Dates often lack the VALUE=DATE that RFC 5545 requires. */
const UNSAID_DATE =
  /^(DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)[^:;]*)*):(\d{8}(?:,\d{8})*)$/i;

const RULE = /^RRULE(?:;[^:]*)?:/i;

/** Parses the lines of one component. Throws ical.js's errors. */
export function parseProperties(lines: readonly string[]): Properties {
  const [rules, others] = [lines.filter((line) => RULE.test(line)), lines.filter((line) => !RULE.test(line))];
  const repaired = others.map((line) => line.replace(UNSAID_DATE, "$1$2;VALUE=DATE:$3"));
  const jcal = ICAL.parse(repaired.join("\r\n")) as [
    string,
    [string, Record<string, unknown>, string, ...unknown[]][],
  ];
  const properties = new Map<string, Property[]>();
  // Rules are parsed from their own text: ical.js does not terminate on some of them.
  if (rules.length > 0) {
    properties.set(
      "rrule",
      rules.map((line) => ({ name: "rrule", parameters: {}, values: [line.replace(RULE, "")] })),
    );
  }
  for (const [name, parameters, type, ...values] of jcal[1]) {
    const of = properties.get(name) ?? [];
    properties.set(name, of);
    of.push({
      name,
      parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)])),
      values: type === "period" ? values.map((value) => [value].flat().join("/")) : values.flat().map(String),
    });
  }
  return properties;
}

/** Returns the first value of a property; undefined without one. */
export const textOf = (properties: Properties, name: string): string | undefined =>
  properties.get(name)?.[0]?.values[0];

// deno-lint-ignore no-control-regex -- these are what is taken out
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g;

/** Returns foreign text, truncated, without characters that control its display. */
export const cleaned = (text: string | undefined, most: number): string =>
  (text ?? "").toWellFormed().replaceAll(CONTROLS, "").trim().slice(0, most);
