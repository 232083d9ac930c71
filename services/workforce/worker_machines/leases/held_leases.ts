import type { Lease } from "./lease.ts";

/** The leases that machines hold, by id and by machine: with many machines, a walk over all for each would hold the loop. */
export class HeldLeases {
  readonly #byId = new Map<string, Lease>();
  readonly #byMachine = new Map<string, Set<Lease>>();

  get size(): number {
    return this.#byId.size;
  }

  add(lease: Lease): void {
    this.#byId.set(lease.id, lease);
    const own = this.#byMachine.get(lease.machineId) ?? new Set();
    this.#byMachine.set(lease.machineId, own.add(lease));
  }

  delete({ id, machineId }: Lease): void {
    const lease = this.#byId.get(id);
    if (!lease) return;
    this.#byId.delete(id);
    const own = this.#byMachine.get(machineId)!;
    own.delete(lease);
    if (own.size === 0) this.#byMachine.delete(machineId);
  }

  /** Returns a lease; null for the id of none. */
  get(id: string): Lease | null {
    return this.#byId.get(id) ?? null;
  }

  /** Returns what a machine holds. */
  of(machineId: string): Lease[] {
    return [...this.#byMachine.get(machineId) ?? []];
  }

  /** Returns all of them. */
  all(): Lease[] {
    return [...this.#byId.values()];
  }
}
