import { z } from "zod";
import type { Endpoint } from "../../routes/endpoint.ts";
import { REPOSITORY, REPOSITORY_HELP } from "../service/repository.ts";
import type { Field, RequestPart } from "./fields.ts";
import { usualWords } from "./usual.ts";

type Shape = {
  $ref?: string;
  $defs?: Record<string, Shape>;
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  enum?: unknown[];
  pattern?: string;
  anyOf?: Shape[];
  default?: unknown;
  description?: string;
  writeOnly?: boolean;
  example?: unknown;
};

/** Flags that commands already have: a field with the same name becomes `--body.<name>` or `--query.<name>`. */
const TAKEN = new Set([
  "url",
  "token-file",
  "json",
  "json-body",
  "output",
  "help",
  "version",
  "idempotency-key",
  "fields",
  "watch",
]);

/** Returns the flags of an endpoint, from its schemas. */
export const fieldsOf = (
  { query, body, usual = {} }: Pick<Endpoint, "query" | "body" | "usual">,
): Field[] => [
  ...(query ? ofSchema(query, "query", {}) : []),
  ...(body ? ofSchema(body, "body", usual) : []),
];

function ofSchema(schema: z.ZodType, part: RequestPart, usual: NonNullable<Endpoint["usual"]>): Field[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  const resolve = (shape: Shape): Shape => {
    const name = shape.$ref?.replace("#/$defs/", "");
    return name === undefined ? shape : { ...root.$defs?.[name], ...shape };
  };
  const walk = (shape: Shape, path: string[], required: boolean): Field[] => {
    const { properties = {}, required: names = [] } = shape;
    return Object.entries(properties).flatMap(([name, inner]) => {
      const { shape: found, nullable } = unwrap(resolve(inner), resolve);
      const here = [...path, name];
      const needed = required && names.includes(name);
      const flat = { ...found, ...(found.anyOf && { anyOf: found.anyOf.map(resolve) }) };
      const value = usual[here.join(".")];
      const place = { part, path: here, required: needed && value === undefined, nullable };
      const whole = field(flat, place, value);
      if (!found.properties) return [whole];
      // One that null clears is a flag, too.
      return [...(nullable ? [whole] : []), ...walk(found, here, needed && !nullable)];
    });
  };
  const whole = resolve(root);
  const branches = whole.anyOf?.map(resolve);
  if (!branches) return walk(whole, [], true);
  // The fields of each branch are flags, and none is required, since another branch does without it.
  const found = branches.flatMap((branch) => walk(branch, [], false));
  return [...new Map(found.map((one) => [one.flag, one])).values()];
}

/** Returns the schema without null, in either form that JSON Schema allows. */
function unwrap(shape: Shape, resolve: (shape: Shape) => Shape): { shape: Shape; nullable: boolean } {
  if (Array.isArray(shape.type)) {
    const types = shape.type.filter((type) => type !== "null");
    const { type: _, ...rest } = shape;
    return {
      shape: types.length === 1 ? { ...rest, type: types[0]! } : rest,
      nullable: types.length < shape.type.length,
    };
  }
  const branches = shape.anyOf?.map(resolve) ?? [];
  const others = branches.filter((branch) => branch.type !== "null");
  if (branches.length === 0 || others.length !== 1) return { shape, nullable: false };
  const { anyOf: _, ...outer } = shape;
  return { shape: { ...others[0]!, ...outer }, nullable: others.length < branches.length };
}

function field(
  shape: Shape,
  place: Pick<Field, "part" | "path" | "required" | "nullable">,
  usual: string | undefined,
): Field {
  const kind = kindOf(shape, place.part);
  const commas = kind === "list" && hasNoCommas(shape.items!);
  const choices = shape.enum?.map(String);
  const isRepository = place.path.at(-1) === REPOSITORY;
  const name = place.path.map((part) => part === REPOSITORY ? "repo" : kebab(part)).join(".");
  const notes = [
    shape.description,
    kind === "secret" && "read from a file; - for stdin",
    kind === "files" && "read from this file",
    commas ? "with commas between them" : (kind === "list" || kind === "files") && "repeatable",
    place.nullable && !/\bnull\b/.test(shape.description ?? "") && "null clears it",
    shape.default !== undefined && `default: ${JSON.stringify(shape.default)}`,
    isRepository && REPOSITORY_HELP,
    usual !== undefined && usualWords(usual),
    place.required && (isRepository ? "the current directory where it is left out" : "required"),
  ].filter((note) => note !== undefined && note !== false);
  return {
    ...place,
    kind,
    flag: TAKEN.has(name) || name.startsWith("no-") ? `${place.part}.${name}` : name,
    ...(choices && { choices }),
    ...(commas && { commas }),
    ...((place.required || commas) && shape.example !== undefined &&
      { example: textOf(shape.example, commas) }),
    description: notes.join("; "),
  };
}

/** Whether no value that a schema accepts contains a comma. */
const hasNoCommas = ({ enum: values, pattern }: Shape): boolean =>
  values !== undefined || (pattern?.endsWith("$") === true && !new RegExp(pattern).test("a,b"));

function kindOf(shape: Shape, part: RequestPart): Field["kind"] {
  if (shape.writeOnly) return "secret";
  if (shape.type === "boolean") return "boolean";
  if (shape.type === "integer" || shape.type === "number") return "number";
  if (shape.type === "string" || shape.enum || part === "query") return "text";
  if (shape.anyOf?.some(({ type }) => type === "string")) return "text or json";
  if (shape.type !== "array") return "json";
  if (shape.items?.type === "string") return "list";
  return shape.items?.properties?.contentBase64 ? "files" : "json";
}

function textOf(example: unknown, commas: boolean): string {
  if (commas && Array.isArray(example)) return example.join(",");
  return typeof example === "string" ? example : JSON.stringify(example);
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
