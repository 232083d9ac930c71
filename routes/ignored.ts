import { z } from "zod";
import { type Access, rulesOf } from "../services/ground/kernel/access.ts";
import type { Redactor } from "../services/ground/kernel/redactor.ts";
import { unwrap } from "./unwrap.ts";

const MAX_LENGTH = 1024;
const NOTHING = z.object({});

/**
 * Returns the value of `x-agent-harness-ignored`: the body fields (nested ones by path, `verifier.comand`) and query
 * parameters that an endpoint does not know, percent-encoded and comma-separated, at most 1 KiB; null if all are known, and
 * for a page, whose query is for the page itself and may be secret.
 */
export function ignoredHeader(
  request: { body: unknown; query: Record<string, string> },
  schemas: { access: Access; search?: true; body?: z.ZodType; query?: z.ZodType },
  redactor: Redactor,
): string | null {
  if (schemas.search || rulesOf(schemas.access).cookie) return null;
  const names = [
    ...unknownFields(schemas.body ?? NOTHING, request.body),
    ...unknownFields(schemas.query ?? NOTHING, request.query),
  ];
  if (names.length === 0) return null;
  let header = "";
  for (const name of names) {
    const next = `${header}${header && ","}${encodeURIComponent(redactor.text(name))}`;
    if (next.length > MAX_LENGTH) continue;
    header = next;
  }
  return header || null;
}

/** Returns the paths of fields that the schema does not know, in the order sent: `verifier.comand`. */
function unknownFields(schema: z.core.$ZodType, value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = unwrap(schema);
  const at = (name: string | number) => path === "" ? String(name) : `${path}.${name}`;
  if (inner instanceof z.ZodArray) {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, i) => unknownFields(inner.element, item, at(i)));
  }
  if (inner instanceof z.ZodUnion) return leastUnknown(inner.options, value, path);
  if (inner instanceof z.ZodRecord) {
    return Object.entries(value).flatMap(([name, field]) => unknownFields(inner.valueType, field, at(name)));
  }
  if (!(inner instanceof z.ZodObject) || Array.isArray(value)) return [];
  const { shape } = inner;
  return Object.entries(value).flatMap(([name, field]) =>
    Object.hasOwn(shape, name) ? unknownFields(shape[name]!, field, at(name)) : [at(name)]
  );
}

/** Returns the fields that no matching branch knows: those of the branch that knows the most. */
function leastUnknown(options: readonly z.core.$ZodType[], value: unknown, path: string): string[] {
  const fitting = options.filter((option) => z.safeParse(option, value).success);
  const found = fitting.map((option) => unknownFields(option, value, path));
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
