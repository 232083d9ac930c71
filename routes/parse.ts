import type { z } from "zod";
import { InvalidError } from "../services/ground/kernel/errors.ts";
import { describeIssues } from "./issues.ts";
import { secretFieldsOf } from "./secret_fields.ts";

/**
 * Parses a part of a request with its schema; undefined if the endpoint has no such part. Throws `InvalidError` with one
 * sentence, which quotes the value unless the part may contain a secret.
 */
export function parsePart<Output>(
  schema: z.ZodType<Output> | undefined,
  value: () => unknown,
  part: "headers" | "query" | "body",
): Output | undefined {
  if (!schema) return undefined;
  const given = value();
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const isSecret = part === "body" && secretFieldsOf(schema).size > 0;
  throw new InvalidError(describeIssues(parsed.error, part, { given, schema, isSecret }));
}
