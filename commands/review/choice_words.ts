import type { AnswerScope } from "../../client/question_scopes.ts";
import { oneLine } from "../terminal/neutralise.ts";
import type { WhereTo } from "./choice.ts";

const DELIVERIES: Readonly<Record<WhereTo, string>> = {
  tree: "the working tree",
  branch: "a new branch",
  "format-patch": "a patch file",
};

/** Returns where an approved patch goes, in words that follow "deliver to". */
export const deliveryWords = (delivery: WhereTo): string => DELIVERIES[delivery];

/** Returns how far an answer holds, in words that follow "allow". */
export const scopeWords = (scope: AnswerScope, pattern = ""): string =>
  ({
    once: "once",
    run: "for this run",
    repository: "in this repository",
    pattern: `commands like "${oneLine(pattern)}"`,
  })[scope];
