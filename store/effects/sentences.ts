import type { SentencesFor } from "../domain.ts";
import type { effectEvents } from "./stream.ts";

/** What people said of uncertain effects. */
export const effectSentences: SentencesFor<typeof effectEvents> = {
  "effect.settled": ({ data }) =>
    data.as === "done"
      ? "A person found that it had happened outside of this service."
      : "A person found that it had not happened outside of this service.",
};
