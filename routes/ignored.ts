import { z } from "zod";
import type { Redactor } from "../services/ground/kernel/redactor.ts";
import { unknownFields } from "./unknown_fields.ts";

const MAX_LENGTH = 1024;
const NOTHING = z.object({});

/**
 * Returns the value of `x-agent-harness-ignored`: the body fields (nested ones by path, `verifier.comand`) and query
 * parameters that an endpoint does not know, percent-encoded and comma-separated, at most 1 KiB; null if all are known.
 */
export function ignoredHeader(
  request: { body: unknown; query: Record<string, string> },
  schemas: { body?: z.ZodType; query?: z.ZodType },
  redactor: Redactor,
): string | null {
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
