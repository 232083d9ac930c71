import { z } from "zod";
import { recordOf } from "../store/shared/records.ts";
import { InvalidError } from "../services/ground/kernel/errors.ts";
import { describeIssues } from "./issues.ts";
import { secretFieldsOf } from "./secret_fields.ts";
import { unwrap } from "./unwrap.ts";

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
  const parsed = schema.safeParse(part === "query" ? withPlainNumbers(schema, given) : given);
  if (parsed.success) return parsed.data;
  const isSecret = part === "body" && secretFieldsOf(schema).size > 0;
  throw new InvalidError(describeIssues(parsed.error, part, { given, schema, isSecret }));
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Returns a query in which numbers that are not written in decimal digits, such as `0x10` and `1e2`, are none. */
function withPlainNumbers(schema: z.ZodType, query: unknown): unknown {
  const odd = Object.entries(recordOf(query)).filter(([, text]) =>
    typeof text === "string" && !DECIMAL.test(text)
  );
  if (odd.length === 0) return query;
  const fields = unwrap(schema);
  if (!(fields instanceof z.ZodObject)) return query;
  const numbers = odd.filter(([name]) =>
    Object.hasOwn(fields.shape, name) && unwrap(fields.shape[name]) instanceof z.ZodNumber
  );
  return Object.assign({}, query, Object.fromEntries(numbers.map(([name]) => [name, NaN])));
}
