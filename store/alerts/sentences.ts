import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { alertEvents } from "./stream.ts";

/** What left this machine to call somebody. No sentence has the address: a topic of ntfy is as good as a password. */
export const alertSentences: SentencesFor<typeof alertEvents> = {
  "alert_hook.set": ({ data }) => `Alerts are sent by a hook of the kind ${data.hook.kind}.`,
  "alert_hook.removed": () => "The hook for alerts was removed: nothing is sent any more.",
  "alert.begun": ({ data }) => `An alert about ${counted(data.sequences.length, "notification")} was begun.`,
  "alert.delivered": () => "The alert was delivered.",
  "alert.failed": ({ data }) =>
    data.retryAt === null
      ? `The alert was given up: ${data.attempt.reason}`
      : `The alert was not delivered and is tried again: ${data.attempt.reason}`,
  "alert.dropped": () => "The alert was not sent: everything it was about had been seen.",
  "alert.tested": ({ data }) =>
    data.attempt.reason === null
      ? "A test alert was delivered."
      : `A test alert was not delivered: ${data.attempt.reason}`,
};
