import type { Offer } from "../../workforce/worker_machines/leases/mod.ts";
import type { RunPort, WorkspacePort } from "./ports.ts";

/** How long a machine that was given a ticket has to claim it before this one begins. */
const TICKET_MILLISECONDS = 5_000;

/** How long this one waits where no machine has a ticket yet: between two requests for work there is a moment. */
export const REQUEST_MILLISECONDS = 1_000;

/**
 * Waits for a slot of this machine, or for a worker machine that takes the offer. Returns how to release the slot; null if a
 * worker machine was first. Rejects with the signal's reason.
 */
export async function firstFree(
  step: RunPort & Pick<WorkspacePort, "pool">,
  offer: Offer,
  { signal, isFirst = false }: { signal: AbortSignal; isFirst?: boolean },
): Promise<(() => void) | null> {
  const taken = offer.taken.then(() => null);
  const settled = new AbortController();
  const waiting = AbortSignal.any([signal, settled.signal]);
  try {
    const wait = (milliseconds: number) =>
      Promise.race([taken, step.ctx.pause(milliseconds, waiting).catch(() => {})]);
    if (offer.isTicketed || step.ctx.machines.hasMachineFor(offer.work, true)) {
      await wait(REQUEST_MILLISECONDS);
    }
    if (offer.isTicketed) await wait(TICKET_MILLISECONDS - REQUEST_MILLISECONDS);
    const slot = step.pool.acquire(waiting, isFirst);
    const release = await Promise.race([taken, slot]);
    if (release === null) slot.then((late) => late(), () => {}); // a slot that came too late is free again
    return release;
  } finally {
    settled.abort();
  }
}
