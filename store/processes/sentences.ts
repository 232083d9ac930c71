import type { SentencesFor } from "../domain.ts";
import type { processStream } from "./stream.ts";

/** What happens to a process group. */
export const processSentences: SentencesFor<(typeof processStream)["events"]> = {
  "process.started": ({ data: { group, purpose, confinement } }) =>
    `Process group ${group} was started for ${purpose}${confinement ? `, ${confinement.detail}` : "."}`,
  "process.ended": ({ data }) => `The process group ended: ${data.outcome}.`,
};
