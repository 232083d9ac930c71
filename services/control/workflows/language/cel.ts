import type { Environment, ParseResult } from "@marcbachmann/cel-js";
import { chargeParts, type Evaluate, markOperands } from "./budget.ts";
import { mixNumbers } from "./mixed_numbers.ts";
import { asWritten, callOwn, registerOwn } from "./own_functions.ts";

/** Parses and evaluates expressions as the language has them, which is not always as the library does. */
export type Cel = {
  /** Throws what the library throws, and `Refused`. `read` looks at the tree before it is changed. */
  parse: <Reading>(
    text: string,
    read: (tree: ParseResult["ast"]) => Reading,
  ) => { parsed: ParseResult; reading: Reading };
  evaluate: Evaluate;
};

/** Returns an environment with the numbers, functions and limits of the language. */
export function openCel(environment: Environment): Cel {
  mixNumbers(environment);
  registerOwn(environment);
  return {
    evaluate: chargeParts(environment),
    parse: (text, read) => {
      const parsed = environment.parse(text);
      const reading = read(parsed.ast);
      callOwn(parsed.ast);
      markOperands(parsed.ast);
      return { parsed, reading };
    },
  };
}

/** Returns the first line of what the library says; below it, it draws where. */
export const messageOf = (cause: unknown): string =>
  asWritten((cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0]!.trim());
