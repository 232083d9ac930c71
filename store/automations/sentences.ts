import type { SentencesFor } from "../domain.ts";
import { counted, shownTime } from "../words.ts";
import type { automationEvents, Fire } from "./events.ts";

const because = ({ reason }: Pick<Fire, "reason">): string => reason === null ? "" : ` ${reason}`;

const WHAT: Readonly<Record<string, string>> = {
  schedule: "The scheduled time",
  webhook: "The delivery at",
  event: "The event at",
  manual: "The manual trigger at",
};

const moments = ({ trigger, count, countAtLeast, dueAt, lastDueAt }: Fire): string =>
  count === 1
    ? `${WHAT[trigger]} ${shownTime(dueAt)}`
    : `${countAtLeast ? "At least " : ""}${counted(count, "scheduled time")} from ${shownTime(dueAt)} to ${
      shownTime(lastDueAt)
    }`;

/** What happens to an automation. */
export const automationSentences: SentencesFor<typeof automationEvents> = {
  "automation.created": ({ data, actor }) => `The ${actor} created the automation "${data.name}".`,
  "automation.updated": ({ data, actor }) => `The ${actor} changed the automation "${data.name}".`,
  "automation.status_changed": ({ data }) =>
    `The automation is now ${data.status}.${data.reason === null ? "" : ` ${data.reason}`}`,
  "automation.fired": ({ data }) => `${moments(data)} started the run ${data.runId}.${because(data)}`,
  "automation.skipped": ({ data }) => `${moments(data)} started no run (${data.outcome}).${because(data)}`,
  "automation.missed": ({ data }) => `${moments(data)} passed without a run.${because(data)}`,
  "automation.failed": ({ data }) => `${moments(data)} could not start a run.${because(data)}`,
  "automation.buffered": ({ data }) =>
    `${WHAT[data.trigger] ?? WHAT.schedule} ${shownTime(data.dueAt)} waits for the previous run to end.`,
  "automation.rescheduled": ({ data }) => data.detail,
  "automation.run_ended": ({ data }) => `The run ${data.runId} has ended: ${data.status}.`,
  "automation.events_seen": ({ data }) => `Checked events up to ${data.sequence}.`,
  "automation.deleted": ({ actor }) => `The ${actor} deleted the automation.`,
};
