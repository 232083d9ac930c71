import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { trialEvents } from "./document.ts";

/** What happens to a trial. */
export const trialSentences: SentencesFor<typeof trialEvents> = {
  "trial.requested": ({ data }) =>
    `Cases are looked for in ${counted(data.commits, "commit")} and ${counted(data.runs, "run")}.`,
  "trial.case_examined": ({ data }) =>
    data.outcome === "proved"
      ? `The case ${data.id.slice(0, 12)} was proved.`
      : `${data.id.slice(0, 12)} is no case (${data.outcome}): ${data.detail}`,
  "trial.found": ({ data }) => `The cases were proved. ${data.detail}`,
  "trial.started": ({ data }) =>
    `${counted(data.workers.length, "worker")} started with ${counted(data.caseIds.length, "case")}.`,
  "trial.request_written": ({ data }) =>
    `${data.provider}/${data.model} wrote a request for the case ${data.caseId.slice(0, 12)}${
      data.refused === null ? "." : `, which is not used: ${data.refused}`
    }`,
  "trial.attempt_started": ({ data }) =>
    `${data.worker.provider}/${data.worker.model} began the case ${
      data.caseId.slice(0, 12)
    } as ${data.runId}.`,
  "trial.attempt_ended": ({ data }) => `The attempt ${data.runId} ended (${data.outcome}): ${data.detail}`,
  "trial.stopped": ({ data }) => `The trial was stopped: ${data.detail}`,
  "trial.resumed": () => "The trial was resumed.",
  "trial.completed": ({ data }) => `The trial was completed. ${data.detail}`,
  "trial.proposed": ({ data }) => `The change ${data.changeId} was proposed from the result.`,
  "trial.deletion_started": ({ actor }) => `The ${actor} deletes the trial.`,
  "trial.deleted": () => "The trial was erased, with its attempts and what its setups left.",
};
