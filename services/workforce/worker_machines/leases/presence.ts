/** How long after its last request a machine counts as present: it asks again at least every 25 seconds. */
const PRESENT_MILLISECONDS = 40_000;

/** When each machine last sent something, since this start. */
export class Presence {
  readonly #seen = new Map<string, Date>();

  /** Called when a machine sends something that was not present. */
  onArrival = () => {};

  constructor(readonly now: () => Date) {}

  /** Notes that a machine has just sent something. */
  see(machineId: string): void {
    const arrives = !this.isHere(machineId);
    this.#seen.set(machineId, this.now());
    if (arrives) this.onArrival();
  }

  /** Returns when a machine last sent something; null if not since this start. */
  lastSeen(machineId: string): Date | null {
    const [seen, now] = [this.#seen.get(machineId), this.now()];
    if (seen === undefined || seen <= now) return seen ?? null;
    // The clock was set back: it counts as gone in a while by the new time, if it sends nothing more.
    this.#seen.set(machineId, now);
    return now;
  }

  /** Returns the machines that are present. */
  here(): string[] {
    return this.#seen.keys().filter((id) => this.isHere(id)).toArray();
  }

  /** Returns whether a machine is present. */
  isHere(machineId: string): boolean {
    const seen = this.lastSeen(machineId)?.getTime() ?? -Infinity;
    return this.now().getTime() - seen < PRESENT_MILLISECONDS;
  }
}
