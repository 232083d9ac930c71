/** A ticket that belongs into the queue of a machine. */
export type QueuedTicket = { queue: string; key: string };

/** What the log wants: a ticket that may be there need not be sent, because a machine has claimed with it. */
export type WantedTicket = QueuedTicket & { isClaimed: boolean };

/** A ticket that is in a queue, by the id of its row. */
export type StoredTicket = QueuedTicket & { id: string };

/** What each queue holds; `"flooded"` for one with more than was read. */
export type QueueContents = ReadonlyMap<string, readonly StoredTicket[] | "flooded">;

/** What makes the queues hold what the log wants. */
type Repair = { send: QueuedTicket[]; remove: StoredTicket[]; empty: string[] };

/** Returns how an offer is named in the queue: with the fence that a claim has to have. */
export const keyOf = (id: string, fence: number): string => `${id}/${fence}`;

/** Returns what a ticket says. */
export function ticketOf(key: string): { id: string; fence: number } {
  const [id = "", fence] = key.split("/");
  return { id, fence: Number(fence) };
}

const nameOf = ({ queue, key }: QueuedTicket): string => `${queue}\n${key}`;

/**
 * Compares what the log wants with what the queues hold. What is there once and wanted stays; what is missing is sent; everything
 * else is removed, such as forged, repeated and outdated tickets. A queue with more than was read is emptied first.
 */
export function compare(wanted: readonly WantedTicket[], contents: QueueContents): Repair {
  const names = new Set(wanted.map(nameOf));
  const found = new Set<string>();
  const remove: StoredTicket[] = [];
  const empty: string[] = [];
  for (const [queue, stored] of contents) {
    if (stored === "flooded") {
      empty.push(queue);
      continue;
    }
    for (const ticket of stored) {
      const name = nameOf(ticket);
      if (names.has(name) && !found.has(name)) found.add(name);
      else remove.push(ticket);
    }
  }
  const send = wanted.filter((ticket) =>
    !ticket.isClaimed && contents.has(ticket.queue) && !found.has(nameOf(ticket))
  );
  return { send: send.map(({ queue, key }) => ({ queue, key })), remove, empty };
}
