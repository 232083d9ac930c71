import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** The database that carries tickets to worker machines, as this service last found it. */
type TicketQueueDocument = {
  id: string;
  /** When it stopped answering; null while it answers. */
  unreachableSince: string | null;
  /** Why it does not answer. */
  detail: string | null;
};

/** What happens to the database of tickets. What tickets it holds follows from the offers and is not recorded. */
export const ticketQueueStream = defineStream<TicketQueueDocument>()({
  kind: "ticket_queue",
  version: 1,
  events: {
    "ticket_queue.unreachable": z.object({ detail: z.string() }),
    /** It answers again: how long it did not, how many tickets were sent then, and the longest that one of them had waited. */
    "ticket_queue.reachable": z.object({
      seconds: z.number().int(),
      sent: z.number().int(),
      delaySeconds: z.number().int(),
    }),
    /** Its tickets were not those that were sent. This happened within so many seconds. */
    "ticket_queue.repaired": z.object({
      machines: z.array(z.string()),
      missing: z.number().int(),
      forged: z.number().int(),
      /** Queues with more tickets than can be. */
      flooded: z.number().int(),
      /** Tickets that a machine fetched again and again and never claimed. */
      dead: z.number().int(),
      withinSeconds: z.number().int(),
    }),
    /** The service was started without it. */
    "ticket_queue.unused": z.object({}),
  },
  indexes: [],
  evolve: (_, event) => {
    const away = event.type === "ticket_queue.unreachable";
    return {
      id: idOf(event),
      unreachableSince: away ? event.at : null,
      detail: away ? event.data.detail : null,
    };
  },
});
