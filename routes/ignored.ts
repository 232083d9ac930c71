import { z } from "zod";
import type { Redactor } from "../services/kernel/redactor.ts";

const MOST_LENGTH = 1024;

/**
 * The value of `x-agent-harness-ignored`: the body fields and query parameters that an endpoint does not know, percent-
 * encoded and comma-separated, at most 1 KiB; null when there are none.
 */
export function ignoredHeader(
  given: { body: unknown; query: Record<string, string> },
  schemas: { body?: z.ZodType; query?: z.ZodType },
  redactor: Redactor,
): string | null {
  const body = typeof given.body === "object" && given.body !== null && !Array.isArray(given.body)
    ? given.body
    : {};
  const names = [
    ...unknown(Object.keys(body), schemas.body),
    ...unknown(Object.keys(given.query), schemas.query),
  ];
  if (names.length === 0) return null;
  let header = "";
  for (const name of names) {
    const next = `${header}${header && ","}${encodeURIComponent(redactor.text(name))}`;
    if (next.length > MOST_LENGTH) continue;
    header = next;
  }
  return header || null;
}

function unknown(names: string[], schema: z.ZodType | undefined): string[] {
  if (names.length === 0) return names;
  const known = schema ? fieldsOf(schema) : new Set<string>();
  return known === null ? [] : names.filter((name) => !known.has(name));
}

const cache = new WeakMap<z.ZodType, Set<string> | null>();

/** The top-level fields of an object schema; null when it takes any. */
export function fieldsOf(schema: z.ZodType): Set<string> | null {
  const cached = cache.get(schema);
  if (cached !== undefined) return cached;
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPipe) {
    inner = inner instanceof z.ZodPipe ? inner.in : inner.unwrap();
  }
  const fields = inner instanceof z.ZodObject ? new Set(Object.keys(inner.shape)) : null;
  cache.set(schema, fields);
  return fields;
}
