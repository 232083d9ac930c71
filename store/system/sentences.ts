import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { systemStream } from "./stream.ts";

/** What happens to the service itself. */
export const systemSentences: SentencesFor<(typeof systemStream)["events"]> = {
  "system.started": ({ data }) => `The service was started (version ${data.version}).`,
  "system.maintenance_completed": ({ data }) =>
    `Maintenance completed: ${counted(data.expiredApprovals, "approval")} expired, ${
      counted(data.forgottenAnswers, "answer")
    } forgotten.`,
  "system.clock_jumped": ({ data: { milliseconds, sleptMilliseconds } }) =>
    sleptMilliseconds === null && milliseconds > 0
      ? `The clock is ${seconds(milliseconds)} ahead: it was set forward, or the machine slept.`
      : sleptMilliseconds
      ? `The machine slept for ${seconds(sleptMilliseconds)}.`
      : `The clock was set ${milliseconds < 0 ? "back" : "forward"} by ${seconds(milliseconds)}.`,
  "audit.integrity_warning": ({ data }) => `Integrity warning: ${data.detail}`,
};

const seconds = (milliseconds: number): string =>
  counted(Math.round(Math.abs(milliseconds) / 1000), "second");
