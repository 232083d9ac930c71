import { z } from "zod";
import { counted } from "./words.ts";

/** What a value of each kind has a number of. */
const UNITS: Readonly<Record<string, string>> = { string: "character", array: "item" };

/** Says in every process that reads input what is too small or too large, in plain words. */
export const sayLimits = (): void =>
  void z.config({
    customError: (issue) => {
      if (issue.code === "too_small") return limitWords("least", issue, issue.minimum);
      return issue.code === "too_big" ? limitWords("most", issue, issue.maximum) : undefined;
    },
  });

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
