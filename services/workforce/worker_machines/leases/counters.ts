import type { SignedRequest } from "../wire/mod.ts";

type Session = { name: string; highest: Map<string, number> };

/** More lanes than a machine uses: two for all of its work, and some for each lease. */
const MAX_LANES = 200;

/** More starts than a machine has while this service runs, each with a name. Earlier ones are kept, to know them again. */
const MAX_SESSIONS = 10_000;
const MAX_NAME_CHARACTERS = 64;

/** What each machine has sent in this start of the control plane, so that no request is accepted twice. */
export class Counters {
  readonly #sessions = new Map<string, Session>();
  /** Sessions that another one of the same machine has followed. */
  readonly #over = new Map<string, Set<string>>();

  /** Returns whether a request is new: its counter is above all of its lane, in the newest session of its machine. */
  accept(machineId: string, { session, lane, counter }: Pick<SignedRequest, "session" | "lane" | "counter">) {
    const over = this.#over.get(machineId) ?? new Set();
    if (over.has(session) || session.length > MAX_NAME_CHARACTERS) return false;
    const known = this.#sessions.get(machineId);
    if (known?.name === session) {
      const { highest } = known;
      if (counter <= (highest.get(lane) ?? 0)) return false;
      if (!highest.has(lane) && highest.size >= MAX_LANES) return false;
      highest.set(lane, counter);
      return true;
    }
    if (over.size >= MAX_SESSIONS) return false;
    if (known) this.#over.set(machineId, over.add(known.name));
    this.#sessions.set(machineId, { name: session, highest: new Map([[lane, counter]]) });
    return true;
  }

  /** Forgets the lanes of a lease that is over: nothing is accepted for it any more. */
  forget(machineId: string, leaseId: string): void {
    const highest = this.#sessions.get(machineId)?.highest ?? new Map<string, number>();
    for (const lane of highest.keys()) if (lane.endsWith(leaseId)) highest.delete(lane);
  }
}
