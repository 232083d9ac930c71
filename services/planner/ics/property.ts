import ICAL from "ical.js";

/** One property of a component, as its text says it. */
export type Property = { name: string; parameters: Readonly<Record<string, string>>; values: string[] };

/** A component that was parsed: its properties by name. Alarms and what else is nested in it are not looked at. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

/** Dates are often written without saying that they are dates, which RFC 5545 asks for. */
const UNSAID_DATE =
  /^(DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)[^:;]*)*):(\d{8}(?:,\d{8})*)$/i;

const RULE = /^RRULE(?:;[^:]*)?:/i;

/** Parses the lines of one component. Throws what ical.js throws. */
export function parseProperties(lines: readonly string[]): Properties {
  const [rules, others] = [lines.filter((line) => RULE.test(line)), lines.filter((line) => !RULE.test(line))];
  const repaired = others.map((line) => line.replace(UNSAID_DATE, "$1$2;VALUE=DATE:$3"));
  const jcal = ICAL.parse(repaired.join("\r\n")) as [
    string,
    [string, Record<string, unknown>, string, ...unknown[]][],
  ];
  const properties = new Map<string, Property[]>();
  // Rules are read from their own text: ical.js takes some of them apart in ways that do not end.
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

/** The first value of a property; undefined where there is none. */
export const textOf = (properties: Properties, name: string): string | undefined =>
  properties.get(name)?.[0]?.values[0];

// deno-lint-ignore no-control-regex -- these are what is taken out
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g;

/** A text of others, cut to a length, without characters that steer how it is shown. */
export const cleaned = (text: string | undefined, most: number): string =>
  (text ?? "").toWellFormed().replaceAll(CONTROLS, "").trim().slice(0, most);
