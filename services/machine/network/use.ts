import type { NetworkRefusalReason, NetworkUse } from "../../../store/runs/network.ts";

/** How many hosts are listed by name for one command. */
const MAX_HOSTS = 50;

/** Counts what one command uses of the network. */
export class UseCounter {
  readonly #hosts = new Map<string, NetworkUse["hosts"][number]>();
  readonly #refused = new Map<string, NetworkUse["refused"][number]>();
  #omitted = 0;

  /** Counts a connection, and returns what counts its bytes. */
  connected(host: string): (direction: "sent" | "received", bytes: number) => void {
    const entry = this.#entry(this.#hosts, host, { host, connections: 0, sentBytes: 0, receivedBytes: 0 });
    if (entry === null) return () => {};
    entry.connections++;
    return (direction, bytes) => {
      if (direction === "sent") entry.sentBytes += bytes;
      else entry.receivedBytes += bytes;
    };
  }

  /** Counts a refusal. */
  refused(host: string, reason: NetworkRefusalReason): void {
    const entry = this.#entry(this.#refused, `${host} ${reason}`, { host, reason, attempts: 0 });
    if (entry !== null) entry.attempts++;
  }

  /** Returns the counts so far; null if the network was not used. */
  result(): NetworkUse | null {
    const [hosts, refused] = [[...this.#hosts.values()], [...this.#refused.values()]];
    if (hosts.length + refused.length === 0) return null;
    const copy = structuredClone({ hosts, refused });
    return this.#omitted > 0 ? { ...copy, omitted: this.#omitted } : copy;
  }

  #entry<T>(entries: Map<string, T>, key: string, fresh: T): T | null {
    const known = entries.get(key);
    if (known) return known;
    if (entries.size >= MAX_HOSTS) {
      this.#omitted++;
      return null;
    }
    entries.set(key, fresh);
    return fresh;
  }
}
