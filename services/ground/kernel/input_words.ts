import { z } from "zod";
import { counted } from "./words.ts";

/** What a value of each kind has a number of. */
const UNITS: Readonly<Record<string, string>> = { string: "character", array: "item" };

/** What a text of each format is, with an example. */
const FORMATS: Readonly<Record<string, string>> = {
  datetime: "a time such as 2026-03-02T09:00:00Z",
  date: "a date such as 2026-03-02",
  time: "a time of day such as 09:00:00",
  duration: "a duration such as PT30M",
  email: "a mail address such as ann@example.org",
  url: "an address such as https://example.org/",
  base64: "base64 such as aGVsbG8=",
  uuid: "a UUID such as 0b7c5f6e-3f0c-4a52-9d6f-2b1f4e8a9c01",
  ipv4: "an IPv4 address such as 192.0.2.1",
  ipv6: "an IPv6 address such as 2001:db8::1",
};

/** Says in every process that reads input what is wrong with it in plain words, instead of those of the library. */
export const setInputWords = (): void => void z.config({ customError: wordsFor });

function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "too_small":
      return limitWords("least", issue, issue.minimum);
    case "too_big":
      return limitWords("most", issue, issue.maximum);
    case "not_multiple_of":
      return `it must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formatWords(issue);
    case "invalid_value":
      return issue.values.length === 1 ? undefined : `expected one of ${issue.values.map(quoted).join(", ")}`;
    case "unrecognized_keys":
      return `there is no field ${issue.keys.map(quoted).join(", ")}`;
    case "invalid_key":
      return `one of its names is wrong: ${issue.issues[0]?.message}`;
    case "invalid_union":
    case "custom":
      return "it has none of the forms that are allowed";
    default:
      return undefined; // of a wrong type, what the library says is plain enough
  }
}

const quoted = (value: unknown): string => JSON.stringify(value);

function formatWords(issue: Extract<z.core.$ZodRawIssue, { code: "invalid_format" }>): string {
  const known = FORMATS[issue.format];
  if (known !== undefined) return `it must be ${known}`;
  const { prefix, suffix, includes } = issue;
  if (prefix !== undefined) return `it must start with ${quoted(prefix)}`;
  if (suffix !== undefined) return `it must end with ${quoted(suffix)}`;
  if (includes !== undefined) return `it must contain ${quoted(includes)}`;
  if (issue.format !== "regex") return `it must have the format ${issue.format}`;
  return `it must match ${issue.pattern}`;
}

function limitWords(
  which: "least" | "most",
  { origin, exact, inclusive }: { origin?: string; exact?: boolean; inclusive?: boolean },
  limit: number | bigint | undefined,
): string {
  const unit = UNITS[origin ?? ""];
  if (unit === undefined) {
    if (inclusive !== false) return `it must be at ${which} ${limit}`;
    return `it must be ${which === "least" ? "greater" : "less"} than ${limit}`;
  }
  if (which === "least" && limit === 1 && !exact) return "it must not be empty";
  return `it must have ${exact ? "exactly" : `at ${which}`} ${counted(Number(limit), unit)}`;
}
