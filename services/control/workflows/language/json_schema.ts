import { z } from "zod";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** How large a schema may be once every reference in it is followed. */
const MAX_SCHEMA_PARTS = 1_000;
/** Parts of the schema × parts of the value: the cost limit of one check. */
const MAX_WORK = 1_000_000;

/** Unsupported keywords of JSON Schema: regular expressions that can run forever, and what cannot be checked here. */
const REFUSED: Readonly<Record<string, string>> = {
  pattern: "regular expressions are not supported, because they can run forever",
  patternProperties: "regular expressions are not supported, because they can run forever",
  propertyNames: "it is not supported",
  if: "use oneOf",
  then: "use oneOf",
  else: "use oneOf",
  dependentSchemas: "use oneOf",
  dependentRequired: "use oneOf",
  unevaluatedItems: "use items",
  unevaluatedProperties: "use additionalProperties",
  uniqueItems: "it is not supported",
  $dynamicRef: "use $ref",
};

/** A schema that values are checked against. */
export type ValueSchema = { check: (value: unknown) => { value: unknown } | { fault: string } };

/** Parses a JSON Schema. Returns a sentence for what it does not support. */
export function readSchema(schema: Record<string, unknown>): ValueSchema | { fault: string } {
  let parts: number;
  let type: z.ZodType;
  try {
    parts = countParts(schema, schema, new Set(), { left: MAX_SCHEMA_PARTS });
    type = z.fromJSONSchema(schema);
  } catch (cause) {
    return { fault: messageOf(cause).split("\n")[0]!.slice(0, 300) };
  }
  return {
    check: (value) => {
      if (parts * partsOf(value) > MAX_WORK) return { fault: "The value is too large to be checked." };
      const parsed = type.safeParse(value);
      return parsed.success ? { value: parsed.data } : { fault: describe(parsed.error) };
    },
  };
}

function describe(error: z.ZodError): string {
  return error.issues.slice(0, 5).map(({ path, message }) =>
    `${path.length === 0 ? "the value" : path.join(".")}: ${
      message.replace(/^Invalid input: /, "").replace(/^expected .*, received undefined$/, "it is missing")
    }`
  ).join("; ");
}

function countParts(
  root: unknown,
  part: unknown,
  following: ReadonlySet<string>,
  budget: { left: number },
): number {
  if (--budget.left < 0) throw new Error(`The schema has more than ${MAX_SCHEMA_PARTS} parts.`);
  if (typeof part !== "object" || part === null) return 1;
  let count = 1;
  for (const [key, value] of Object.entries(part)) {
    if (!Array.isArray(part) && Object.hasOwn(REFUSED, key) && key !== "properties") {
      throw new Error(`"${key}" is not allowed in a schema: ${REFUSED[key]}.`);
    }
    if (key === "$ref" && typeof value === "string") count += follow(root, value, following, budget);
    else if (key === "properties" && typeof value === "object" && value !== null) {
      for (const each of Object.values(value)) count += countParts(root, each, following, budget);
    } else if (!["const", "default", "examples", "required"].includes(key)) {
      count += countParts(root, value, following, budget);
    }
  }
  return count;
}

function follow(
  root: unknown,
  ref: string,
  following: ReadonlySet<string>,
  budget: { left: number },
): number {
  if (!ref.startsWith("#/")) {
    throw new Error(`"$ref" is "${ref}". Only references within the schema are allowed.`);
  }
  if (following.has(ref)) throw new Error(`The schema refers to itself by "${ref}".`);
  let target: unknown = root;
  for (const name of ref.slice(2).split("/")) target = (target as Record<string, unknown> | null)?.[name];
  if (target === undefined) throw new Error(`"$ref" is "${ref}", which is not in the schema.`);
  return countParts(root, target, new Set([...following, ref]), budget);
}

const partsOf = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 1
    : Object.values(value).reduce((sum: number, each) => sum + partsOf(each), 1);
