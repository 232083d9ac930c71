import type { SentencesFor } from "../domain.ts";
import type { assignmentStream } from "./assignment.ts";
import type { placementSettingsStream } from "./settings.ts";
import { TRUST_WORDS } from "../shared/trust_words.ts";
import { counted } from "../words.ts";
import type { workerMachineStream } from "./machine.ts";
import type { ticketQueueStream } from "./ticket_queue.ts";

/** What happens to worker machines, and to the work that they do. */
export const workerMachineSentences: SentencesFor<
  & (typeof workerMachineStream)["events"]
  & (typeof assignmentStream)["events"]
  & (typeof placementSettingsStream)["events"]
  & (typeof ticketQueueStream)["events"]
> = {
  "worker_machine.invited": ({ data }) => `The worker machine ${data.name} was invited.`,
  "worker_machine.enrolled": () => "The worker machine was enrolled with its key.",
  "worker_machine.renewed": () => "The token of the worker machine was renewed.",
  "worker_machine.described": ({ data }) => `The worker machine runs ${data.version}, ${data.sandbox.detail}`,
  "worker_machine.standing_changed": ({ data: { labels, trust, group } }) => {
    const said = [
      labels && `its labels are ${listed(labels)}`,
      trust &&
      (trust.length > 0
        ? `it is trusted with ${trust.map((each) => TRUST_WORDS[each]).join(" and ")}`
        : "it is trusted with nothing"),
      group !== undefined && (group === null ? "it is in no group" : `it is in the group ${group}`),
    ];
    return `Of the worker machine a person says: ${said.filter(Boolean).join("; ")}.`;
  },
  "placement_settings.changed": ({ data: { verifyOn, labels } }) => {
    const said = [
      labels && `this machine also has the labels ${listed(labels)}`,
      verifyOn !== undefined && `results are verified on ${verifyOn ?? "what the trust of machines allows"}`,
    ];
    return `Where work is done was changed: ${said.filter(Boolean).join("; ")}.`;
  },
  "worker_machine.drained": () => "The worker machine takes nothing new.",
  "worker_machine.resumed": () => "The worker machine takes work again.",
  "worker_machine.revoked": ({ data }) => `The worker machine was revoked: ${data.detail}`,
  "assignment.offered": () => "The verification was offered to worker machines.",
  "assignment.task_offered": () => "The task was offered to worker machines.",
  "assignment.claimed": ({ data }) => `The worker machine ${data.name} took the work.`,
  "assignment.lost": ({ data }) => `The worker machine ${data.name} lost the work: ${data.detail}`,
  "assignment.delivered": ({ data }) => `The worker machine ${data.name} delivered the verification.`,
  "assignment.task_delivered": ({ data }) => `The worker machine ${data.name} delivered the task.`,
  "assignment.ended": ({ data }) => `No worker machine does it: ${data.detail}`,
  "ticket_queue.unreachable": ({ data }) => `The database of tickets cannot be used: ${data.detail}`,
  "ticket_queue.reachable": ({ data: { seconds, sent, delaySeconds } }) =>
    `The database of tickets can be used again after ${counted(seconds, "second")}. ${
      counted(sent, "ticket")
    } had waited, for at most ${counted(delaySeconds, "second")}.`,
  "ticket_queue.repaired": ({ data: { machines, missing, forged, flooded, dead, withinSeconds } }) =>
    `Put tickets right in the queues of ${
      machines.join(", ")
    }: ${missing} missing, ${forged} not from here, ${dead} never claimed, ${
      counted(flooded, "queue")
    } too full; within ${counted(withinSeconds, "second")}.`,
  "ticket_queue.unused": () => "The service does not use a database of tickets any more.",
};

const listed = (labels: readonly string[]): string => labels.join(", ") || "none";
