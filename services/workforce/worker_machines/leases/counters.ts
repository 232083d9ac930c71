import type { Lane, SignedRequest } from "../wire/mod.ts";

type Session = { name: string; highest: Record<Lane, number> };

/** What each machine has sent in this start of the control plane, so that no request is accepted twice. */
export class Counters {
  readonly #sessions = new Map<string, Session>();
  /** Sessions that another one of the same machine has followed. */
  readonly #over = new Map<string, Set<string>>();

  /** Returns whether a request is new: its counter is above all of its lane, in the newest session of its machine. */
  accept(machineId: string, { session, lane, counter }: Pick<SignedRequest, "session" | "lane" | "counter">) {
    const over = this.#over.get(machineId) ?? new Set();
    if (over.has(session)) return false;
    const known = this.#sessions.get(machineId);
    if (known?.name === session) {
      if (counter <= known.highest[lane]) return false;
      known.highest[lane] = counter;
      return true;
    }
    if (known) this.#over.set(machineId, over.add(known.name));
    this.#sessions.set(machineId, { name: session, highest: { main: 0, beat: 0, [lane]: counter } });
    return true;
  }
}
