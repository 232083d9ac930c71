import { storeDomain } from "../domain.ts";
import { assignmentStream } from "./assignment.ts";
import { workerMachineStream } from "./machine.ts";
import { placementSettingsStream } from "./settings.ts";
import { ticketQueueNotices, workerMachineNotices } from "./notices.ts";
import { machineWorkView } from "./work_view.ts";
import { workerMachineSentences } from "./sentences.ts";
import { ticketQueueStream } from "./ticket_queue.ts";

/** What the store holds of worker machines and of what they were given to do. */
export const workerMachines = storeDomain({
  streams: [workerMachineStream, assignmentStream, placementSettingsStream, ticketQueueStream],
  views: [machineWorkView],
  sentences: workerMachineSentences,
  notices: [workerMachineNotices, ticketQueueNotices],
});
