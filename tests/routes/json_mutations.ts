import { z } from "zod";

/** The part of JSON Schema that zod writes for the service's inputs. */
export type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** The input's schema with every reference replaced by what it refers to. */
export function schemaOf(input: z.ZodType): JsonSchema {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: "input" }) as {
    $defs?: Record<string, unknown>;
  };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, type } = value as { $ref?: string; type?: unknown };
    if (Array.isArray(type)) return { anyOf: type.map((one) => inline({ ...value, type: one })) };
    if ($ref !== undefined) return inline($defs[$ref.replace("#/$defs/", "")]);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(schema) as JsonSchema;
}

/** A body with one thing wrong, and what is wrong. */
export type Mutation = { what: string; field: string; body: unknown };

const OF_EACH_TYPE: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["boolean", true],
  ["integer", 42],
  ["number", 1.5],
  ["string", "\u{1F600} text"],
  ["array", [[1]]],
  ["object", { nested: {} }],
];

/** Some value of the schema. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if ("const" in schema) return schema.const;
  // The variant that asks for least is the one whose example most likely holds.
  const needs = ({ required = [] }: JsonSchema) => required.length;
  const [one] = (schema.anyOf ?? schema.oneOf ?? []).toSorted((a, b) => needs(a) - needs(b));
  if (one) return exampleOf(one);
  switch (schema.type) {
    case "string":
      return schema.format === "uri"
        ? "https://example.org/"
        : schema.format === "base64"
        ? "eA=="
        : "x".repeat(Math.max(1, schema.minLength ?? 0));
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}));
    default:
      return objectOf(schema, (name) => schema.required?.includes(name) ?? false);
  }
}

/** Bodies that miss a required field, have a wrong type, or are out of bounds in one place. */
export function* mutationsOf(schema: JsonSchema, path: string[] = []): Generator<Mutation> {
  const field = path.join(".");
  if (path.length > 0) {
    for (const [type, value] of OF_EACH_TYPE) {
      if (!accepts(schema, type)) yield { what: `${field} is ${type}`, field, body: value };
    }
  }
  const { minLength = 0, maxLength, minItems = 0, maxItems } = schema;
  if (minLength > 0) yield { what: `${field} is empty`, field, body: "" };
  if (maxLength) yield { what: `${field} is too long`, field, body: "x".repeat(maxLength + 1) };
  if (schema.enum) yield { what: `${field} is none of its values`, field, body: "none of them" };
  if (schema.format) yield { what: `${field} has no ${schema.format}`, field, body: "::: \u0007" };
  if (minItems > 0) yield { what: `${field} has no items`, field, body: [] };
  if (maxItems) {
    const item = exampleOf(schema.items ?? {});
    yield { what: `${field} has too many items`, field, body: Array(maxItems + 1).fill(item) };
  }
  if (schema.items) {
    for (const { what, field: inner, body } of mutationsOf(schema.items, [...path, "0"])) {
      yield { what, field: inner, body: [body] };
    }
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const rest = objectOf(schema, (other) => other !== name && (schema.required?.includes(other) ?? false));
    if (schema.required?.includes(name)) {
      yield { what: `${[...path, name].join(".")} is missing`, field: [...path, name].join("."), body: rest };
    }
    for (const { what, field: inner, body } of mutationsOf(property, [...path, name])) {
      yield { what, field: inner, body: { ...rest, [name]: body } };
    }
  }
}

function objectOf(schema: JsonSchema, wanted: (name: string) => boolean): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(([name]) => wanted(name));
  return Object.fromEntries(entries.map(([name, property]) => [name, exampleOf(property)]));
}

function accepts(schema: JsonSchema, type: string): boolean {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.some((each) => accepts(each, type));
  if (schema.type === undefined && schema.enum === undefined && !("const" in schema)) return true;
  return schema.type === type || (schema.type === "number" && type === "integer");
}
