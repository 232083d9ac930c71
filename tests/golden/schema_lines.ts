import { createHash } from "node:crypto";

/** A value of a JSON object. */
export type Json = Record<string, unknown>;

/** A schema as text, and the lines of the fields in it. */
type Shown = { text: string; lines: string[] };

/** The largest integer that JSON carries exactly; zod limits every integer to it. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** A pattern above this length is named by its hash and said once, in `longPatterns`. */
const LONG = 60;

/** Returns a line for a place with a schema, such as `body.repo?: string 1..4096`, and a line for each field in it. */
export function schemaLines(path: string, schema: unknown, required = true, note = ""): string[] {
  const { text, lines } = show(schema, path);
  return [`${path}${required ? "" : "?"}: ${text}${note}`, ...lines];
}

/** Returns a line for each long pattern of a document, by the hash with which the other lines name it. */
export function longPatterns(document: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { pattern } = value as Json;
    if (isLong(pattern)) found.add(`${nameOf(pattern)} = ${JSON.stringify(pattern)}`);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(document);
  return [...found].sort();
}

const isLong = (pattern: unknown): pattern is string => typeof pattern === "string" && pattern.length > LONG;

const nameOf = (pattern: string): string =>
  `pattern-${createHash("sha256").update(pattern).digest("hex").slice(0, 8)}`;

function show(schema: unknown, path: string): Shown {
  if (!isObject(schema)) return { text: `schema=${JSON.stringify(schema)}`, lines: [] };
  const rest: Json = { ...schema };
  const take = (key: string): unknown => {
    const value = rest[key];
    delete rest[key];
    return value;
  };
  const { text, lines } = typed(rest, take, path);
  const words = [text, ...limits(rest, take, text)].filter(Boolean);
  if ("default" in rest) words.push(`= ${JSON.stringify(take("default"))}`);
  if (isLong(rest.pattern)) words.push(nameOf(take("pattern") as string));
  const description = typeof rest.description === "string" ? JSON.stringify(take("description")) : "";
  for (const key of Object.keys(rest).sort()) words.push(`${key}=${JSON.stringify(rest[key])}`);
  return { text: [...words, description].filter(Boolean).join(" ") || "any", lines };
}

type Take = (key: string) => unknown;

/** What kind of value it is. Only what the text says is taken; `show` adds the rest as it stands. */
function typed(rest: Json, take: Take, path: string): Shown {
  for (const [key, sign] of [["anyOf", " | "], ["oneOf", " ^ "]] as const) {
    if (Array.isArray(rest[key])) return branches(take(key) as unknown[], sign, path);
  }
  const reference = /^#\/components\/schemas\/(\w+)$/.exec(String(rest.$ref))?.[1];
  if (typeof rest.$ref === "string" && reference !== undefined) {
    take("$ref");
    return { text: reference, lines: [] };
  }
  const { type } = rest;
  if (type === "string" && isTexts(rest.enum)) {
    take("type");
    return { text: (take("enum") as string[]).map((each) => JSON.stringify(each)).join(" | "), lines: [] };
  }
  if (type === "array" && "items" in rest) {
    take("type");
    const { text, lines } = show(take("items"), `${path}[]`);
    return { text: `${/^[\w{}.*]+$/.test(text) ? text : `(${text})`}[]`, lines };
  }
  if (type === "object") {
    take("type");
    return fields(rest, take, path);
  }
  if (isTexts(type) && type.length > 1) return { text: (take("type") as string[]).join(" or "), lines: [] };
  if (typeof type === "string" && /^\w+$/.test(type)) return { text: take("type") as string, lines: [] };
  return { text: "", lines: [] };
}

/** The branches of a choice. The fields of a branch have its number, unless it is the only one with fields. */
function branches(all: readonly unknown[], sign: string, path: string): Shown {
  const isSingle = all.filter((branch) => show(branch, path).lines.length > 0).length < 2;
  const shown = all.map((branch, i) => show(branch, isSingle ? path : `${path}<${i + 1}>`));
  const text = shown.map((each) =>
    /^(?:[\w{}.*[\]]+|"[^"]*")$/.test(each.text) ? each.text : `(${each.text})`
  )
    .join(sign);
  return { text: `(${text})`, lines: shown.flatMap(({ lines }) => lines) };
}

/** `{}` has these fields and no others, `{...}` also others, `{*}` others of one schema; `map` has only those, `map of` plain ones. */
function fields(rest: Json, take: Take, path: string): Shown {
  const { properties, additionalProperties: others } = rest;
  const required = new Set(isTexts(rest.required) ? take("required") as string[] : []);
  const lines: string[] = [];
  if (isObject(properties)) {
    take("properties");
    for (const [name, schema] of Object.entries(properties)) {
      lines.push(...schemaLines(`${path}.${key(name)}`, schema, required.delete(name)));
    }
  }
  if (others === false || isObject(others)) take("additionalProperties");
  const values = isObject(others) ? show(others, `${path}.*`) : null;
  const isPlain = values?.lines.length === 0 && !isObject(properties);
  if (values && !isPlain) lines.push(`${path}.*: ${values.text}`, ...values.lines);
  const map = isPlain ? `map of ${/^\w+$/.test(values.text) ? values.text : `(${values.text})`}` : "map";
  const kinds = isObject(properties) ? ["{}", "{*}", "{...}"] : ["none", map, "object"];
  const text = kinds[others === false ? 0 : isObject(others) ? 1 : 2]!;
  const missing = [...required].sort();
  const requires = missing.length > 0 ? ` requires=${JSON.stringify(missing)}` : "";
  const own = (isObject(properties) ? Object.keys(properties).length : 0) + (values && !isPlain ? 1 : 0);
  const inLine = own > 0 && lines.length === own ? fieldsInLine(lines, path, text) : null;
  return inLine === null ? { text: text + requires, lines } : { text: inLine + requires, lines: [] };
}

/** How many fields, and characters, an object has at most that is said in the line of its place. */
const SHORT = { fields: 4, characters: 150 };

/** Returns an object whose few fields have none themselves, such as `{ provider: string; model?: string }`; null for any other. */
function fieldsInLine(lines: readonly string[], path: string, kind: string): string | null {
  const said = lines.map((line) => line.slice(path.length + 1)).join("; ");
  if (lines.length > SHORT.fields || said.length > SHORT.characters) return null;
  return `{ ${said}${kind === "{...}" ? "; ..." : ""} }`;
}

/** The limits as a range: of an integer or a number its value, of a text its length, of a list its count. */
function limits(rest: Json, take: Take, text: string): string[] {
  const names = [["minimum", "maximum"], ["minLength", "maxLength"], ["minItems", "maxItems"]] as const;
  const ranges = names.filter(([min, max]) => isNumber(rest[min]) || isNumber(rest[max])).map(
    ([min, max]) => {
      const end = (name: string) => isNumber(rest[name]) ? worded(take(name) as number) : "";
      return `${min === "minimum" ? "" : min === "minLength" ? "length " : "items "}${end(min)}..${end(max)}`;
    },
  );
  // zod limits each integer to what JSON carries: that goes without saying, and its absence does not.
  if (text !== "integer") return ranges;
  if (ranges.length === 0 || !/^(?:-safe|-?\d+|)\.\./.test(ranges[0]!)) return ["..", ...ranges];
  return ranges.filter((range) => range !== "-safe..safe");
}

const worded = (value: number): string => value === SAFE ? "safe" : value === -SAFE ? "-safe" : String(value);

const key = (name: string): string => /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);

const isNumber = (value: unknown): boolean => typeof value === "number";

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** Whether a value is an object with keys. */
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
