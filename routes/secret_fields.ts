import { z } from "zod";
import { InvalidError } from "../services/ground/kernel/errors.ts";
import type { Redactor } from "../services/ground/kernel/redactor.ts";
import type { Caller } from "./access.ts";
import { recordOf } from "../store/shared/records.ts";

type Shape = { $ref?: string; writeOnly?: boolean; properties?: Record<string, Shape> };

/** The longest path to a field. */
const MAX_PATH = 256;

const cache = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** Returns the paths of a body's write-only fields, such as `value` and `app.clientSecret`. */
export function secretFieldsOf(schema: z.ZodType): ReadonlySet<string> {
  const cached = cache.get(schema);
  if (cached) return cached;
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape & {
    $defs?: Record<string, Shape>;
  };
  const walk = (shape: Shape, path: string): string[] => {
    if (path.length > MAX_PATH) return []; // a shape that contains itself
    const named = shape.$ref && root.$defs?.[shape.$ref.replace("#/$defs/", "")];
    return Object.entries({ ...named, ...shape }.properties ?? {}).flatMap(([name, inner]) =>
      inner.writeOnly ? [`${path}${name}`] : walk(inner, `${path}${name}.`)
    );
  };
  const found = new Set(walk(root, ""));
  cache.set(schema, found);
  return found;
}

/** Returns whether a body has a value in one of those fields. */
export const hasSecret = (schema: z.ZodType, body: unknown): boolean =>
  [...secretFieldsOf(schema)].some((path) =>
    path.split(".").reduce((inner, name) => recordOf(inner)[name], body) !== undefined
  );

/**
 * Throws `InvalidError` when a body contains a known secret outside of the fields meant for one: the record would have
 * to omit it, so the caller would not get what it requested.
 */
export function refuseSecrets(
  { redactor, caller, schema }: { redactor: Redactor; caller: Caller; schema: z.ZodType },
  body: unknown,
): void {
  if (!redactor.holds(body)) return;
  const meant = secretFieldsOf(schema);
  const walk = (value: unknown, path: string): void => {
    if (meant.has(path)) return;
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        walk(name, path);
        walk(inner, path === "" ? name : `${path}.${name}`);
      }
      return;
    }
    const [label] = redactor.labelsIn(String(value));
    if (label === undefined) return;
    const what = caller === "operator" ? label : "a secret of this service";
    throw new InvalidError(
      `The body${
        path === "" ? "" : ` field "${path}"`
      } holds the value of ${what}, which would be recorded and shown. Leave it out and refer to the secret by its name.`,
    );
  };
  walk(body, "");
}
