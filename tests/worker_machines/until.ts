import type { EventStore } from "../../store/event_store.ts";

/** Resolves when the log of a storage has so many events of a type. */
export async function untilEvent({ store }: { store: EventStore }, type: string, count = 1): Promise<void> {
  const found = () => store.events.after(0, 10_000).filter((event) => event.type === type).length;
  while (found() < count) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = store.subscribe(() => resolve());
    if (found() < count) await promise;
    stop();
  }
}

/** Resolves when so many machines have said what they are, after which they wait for work. */
export const untilPresent = (log: { store: EventStore }, count = 1): Promise<void> =>
  untilEvent(log, "worker_machine.described", count);

/** Asks for work until a machine does it: after it was busy, it may take a moment until it waits again. */
export async function untilTaken<Asked>(
  ask: () => Promise<Asked>,
  isTaken: (asked: Asked) => boolean | Promise<boolean>,
): Promise<Asked> {
  for (;;) {
    const asked = await ask();
    if (await isTaken(asked)) return asked;
  }
}
