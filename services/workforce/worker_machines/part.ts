import { ticketQueueStream } from "../../../store/worker_machines/ticket_queue.ts";
import { assignmentStream } from "../../../store/worker_machines/assignment.ts";
import { contextFor, type Core, record } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { removeTree } from "../../machine/repositories/mod.ts";
import { packsOf } from "./leases/claim.ts";
import { Machines, type MachinesLive } from "./leases/machines.ts";
import { QUEUE } from "./queue/queue_log.ts";
import { type QueueTimes, TicketQueue } from "./queue/ticket_queue.ts";

/** How long a machine may be silent before its work is given to another one. */
const LEASE_MILLISECONDS = 30_000;

/** One report in twenty is checked here. */
const CHECKED_SHARE = 1 / 20;

/** Ends what an earlier process had offered: its runs offer it again. */
async function endEarlier(service: Core): Promise<void> {
  const { store } = service;
  const ctx = contextFor(service, "system");
  const data = { detail: "The control plane was started again." };
  for (const status of ["offered", "claimed"] as const) {
    for (;;) {
      const open = store.documents.find(assignmentStream, { status }, { limit: 1000 });
      if (open.length === 0) break;
      await store.commit(() => {
        for (const { id, runId } of open) {
          record(ctx, assignmentStream, id, [{ type: "assignment.ended", data }], { runId });
        }
      });
    }
  }
}

/** Takes work from machines where a changed default of its repository keeps it here. Returns how to stop. */
const followDefaults = (machines: Machines, service: Core): () => void =>
  service.store.subscribe((events) => {
    if (!events.some(({ type }) => type.startsWith("defaults."))) return;
    queueMicrotask(() =>
      service.store.commit(() => machines.reconsider(contextFor(service, "system"))).catch((cause) =>
        service.log.error("Worker machines may still do what is to stay here", cause)
      )
    );
  });

/** Has worker machines do verifications, if the service listens for them. */
export const machines = part({
  name: "machines",
  open: (
    service: Core,
    options: { leaseMilliseconds?: number; checkedShare?: number },
  ) =>
    new Machines(
      service,
      options.leaseMilliseconds ?? LEASE_MILLISECONDS,
      options.checkedShare ?? CHECKED_SHARE,
    ),
  start: async (machines, service) => {
    await removeTree(packsOf(service.config.storageDirectory));
    await endEarlier(service);
    machines.unfollow = followDefaults(machines, service);
  },
  stop: (machines) => machines.stop(),
});

/** How often the queues are compared with the log, and how long until an unreachable database is tried again. */
const COMPARE_MILLISECONDS = 60_000;
const AGAIN_MILLISECONDS = 5_000;

/** Records that a database, of which an earlier process said that it cannot be reached, is not used any more. */
function endUnused(service: Core): void {
  const known = service.store.documents.get(ticketQueueStream, QUEUE);
  if (known?.unreachableSince === undefined || known.unreachableSince === null) return;
  record(contextFor(service, "system"), ticketQueueStream, QUEUE, [{
    type: "ticket_queue.unused",
    data: {},
  }]);
}

/** Has machines take their tickets from a database, if one is configured. */
export const ticketQueue = part({
  name: "ticketQueue",
  open: (
    service: Core & MachinesLive,
    { queueTimes }: { queueTimes?: QueueTimes },
  ) => {
    const { queue } = service.config;
    const usual = { compareMilliseconds: COMPARE_MILLISECONDS, againMilliseconds: AGAIN_MILLISECONDS };
    return queue === null ? null : new TicketQueue(service, queue, queueTimes ?? usual);
  },
  start: (queue, service) => queue === null ? endUnused(service) : queue.start(),
  stop: (queue) => queue?.stop(),
});
