import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { alertEvents } from "./stream.ts";

/** What left this machine to alert someone. No sentence contains the address: an ntfy topic works like a password. */
export const alertSentences: SentencesFor<typeof alertEvents> = {
  "alert_hook.set": ({ data }) => `Alerts are now sent through a hook of kind ${data.hook.kind}.`,
  "alert_hook.removed": () => "The alert hook was removed. No more alerts are sent.",
  "alert.begun": ({ data }) =>
    `Started sending an alert about ${counted(data.sequences.length, "notification")}.`,
  "alert.delivered": () => "The alert was delivered.",
  "alert.failed": ({ data }) =>
    data.retryAt === null
      ? `The alert could not be delivered: ${data.attempt.reason}`
      : `The alert was not delivered and will be retried: ${data.attempt.reason}`,
  "alert.dropped": () => "The alert was not sent because all its notifications had been seen.",
  "alert.tested": ({ data }) =>
    data.attempt.reason === null
      ? "A test alert was delivered."
      : `A test alert was not delivered: ${data.attempt.reason}`,
};
