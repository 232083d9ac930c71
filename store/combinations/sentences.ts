import type { SentencesFor } from "../domain.ts";
import { outcomeOf } from "./document.ts";
import type { combinationEvents } from "./stream.ts";

const OUTCOMES = {
  passed: "passed",
  failed: "failed",
  flaky: "failed once and passed once",
  unknown: "could not be verified",
} as const;

/** What happens to combinations of open results. */
export const combinationSentences: SentencesFor<typeof combinationEvents> = {
  "combination.verified": ({ data }) =>
    `The current files with ${data.runIds.length === 1 ? "the result of" : "the results of"} ${
      data.runIds.join(" and ")
    } ${OUTCOMES[outcomeOf(data)]}.`,
  "combination.deleted": () => "What was found of combined results was erased with a run.",
};
