import { ticketQueueStream } from "../../../../store/worker_machines/ticket_queue.ts";
import { contextFor, type Core, record } from "../../../ground/kernel/context.ts";
import { workerMachineStream } from "../../../../store/worker_machines/machine.ts";
import type { QueuedTicket } from "./compare.ts";
import { reasonOf } from "./database.ts";

/** The name of the database of tickets in the log. */
export const QUEUE = "queue";

/** What a comparison found that nobody but the holder of a machine's role, or a restored database, can have caused. */
type Wrong = { missing: QueuedTicket[]; forged: QueuedTicket[]; flooded: string[]; dead: QueuedTicket[] };

/** How a comparison went; `sinceMilliseconds` is null for the first one of a connection. */
type Compared = { sinceMilliseconds: number | null; sent: number; longestMilliseconds: number };

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** Records what a person should know about the database of tickets. */
export class QueueLog {
  constructor(readonly service: Core) {}

  /** Records that the database does not answer, once until it does. */
  async unreachable(cause: unknown): Promise<void> {
    if (this.#unreachableSince() !== null) return;
    const reason = this.service.redactor.text(reasonOf(cause));
    const detail = /[.!?]$/.test(reason) ? reason : `${reason}.`;
    this.service.log.error("The database of tickets cannot be used", cause);
    await this.#record([{ type: "ticket_queue.unreachable", data: { detail } }]);
  }

  /** Records that the database answers again with how long tickets waited, or what was wrong in it. */
  async compared(wrong: Wrong, { sinceMilliseconds, sent, longestMilliseconds }: Compared): Promise<void> {
    const since = this.#unreachableSince();
    const delay = seconds(longestMilliseconds);
    if (since !== null) {
      const away = seconds(this.service.now().getTime() - Date.parse(since));
      const data = { seconds: away, sent, delaySeconds: delay };
      return await this.#record([{ type: "ticket_queue.reachable", data }]);
    }
    const tickets = [...wrong.missing, ...wrong.forged, ...wrong.dead];
    const queues = new Set([...tickets.map(({ queue }) => queue), ...wrong.flooded]);
    if (queues.size === 0 || sinceMilliseconds === null) return;
    const data = {
      machines: [...queues].map((id) =>
        this.service.store.documents.get(workerMachineStream, id)?.name ?? id
      ),
      missing: wrong.missing.length,
      forged: wrong.forged.length,
      flooded: wrong.flooded.length,
      dead: wrong.dead.length,
      withinSeconds: seconds(sinceMilliseconds),
    };
    await this.#record([{ type: "ticket_queue.repaired", data }]);
  }

  #unreachableSince(): string | null {
    return this.service.store.documents.get(ticketQueueStream, QUEUE)?.unreachableSince ?? null;
  }

  async #record(
    events: Parameters<typeof record<never, (typeof ticketQueueStream)["events"]>>[3],
  ): Promise<void> {
    await this.service.store.commit(() => {
      record(contextFor(this.service, "system"), ticketQueueStream, QUEUE, events);
    });
  }
}

/** Returns why the database of tickets cannot be used, and what that means, in a sentence; null if it can, or none is used. */
export function ticketQueueTrouble({ store, config }: Pick<Core, "store" | "config">): string | null {
  const known = config.queue === null ? null : store.documents.get(ticketQueueStream, QUEUE);
  if (!known?.unreachableSince) return null;
  return `The database of tickets cannot be used since ${known.unreachableSince}: ${known.detail} Worker machines ask this service for work instead; nothing stops.`;
}
