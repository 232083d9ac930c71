import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { systemStream } from "./stream.ts";

/** What happens to the service itself. */
export const systemSentences: SentencesFor<(typeof systemStream)["events"]> = {
  "system.started": ({ data }) => `The service was started as version ${data.version}.`,
  "system.maintenance_completed": ({ data }) =>
    `Maintenance completed: ${counted(data.expiredApprovals, "approval")} expired, ${
      counted(data.forgottenAnswers, "answer")
    } forgotten.`,
  "audit.integrity_warning": ({ data }) => `Integrity warning: ${data.detail}`,
};
