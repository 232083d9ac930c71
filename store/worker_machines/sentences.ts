import type { SentencesFor } from "../domain.ts";
import type { assignmentStream } from "./assignment.ts";
import type { workerMachineStream } from "./machine.ts";

/** What happens to worker machines, and to the verifications that they do. */
export const workerMachineSentences: SentencesFor<
  (typeof workerMachineStream)["events"] & (typeof assignmentStream)["events"]
> = {
  "worker_machine.invited": ({ data }) => `The worker machine ${data.name} was invited.`,
  "worker_machine.enrolled": () => "The worker machine was enrolled with its key.",
  "worker_machine.renewed": () => "The token of the worker machine was renewed.",
  "worker_machine.described": ({ data }) => `The worker machine runs ${data.version}, ${data.sandbox.detail}`,
  "worker_machine.drained": () => "The worker machine takes nothing new.",
  "worker_machine.resumed": () => "The worker machine takes verifications again.",
  "worker_machine.revoked": ({ data }) => `The worker machine was revoked: ${data.detail}`,
  "assignment.offered": () => "The verification was offered to worker machines.",
  "assignment.claimed": ({ data }) => `The worker machine ${data.name} took the verification.`,
  "assignment.lost": ({ data }) => `The worker machine ${data.name} lost the verification: ${data.detail}`,
  "assignment.delivered": ({ data }) => `The worker machine ${data.name} delivered the verification.`,
  "assignment.ended": ({ data }) => `No worker machine verifies it: ${data.detail}`,
};
