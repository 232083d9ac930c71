import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { createClient } from "../../client.ts";
import type { Queue } from "../types.ts";

/** What waits for a decision, and which of it the keyboard is on. */
export type QueueStore = {
  readonly queue: ReadonlySignal<Queue | null>;
  readonly problem: ReadonlySignal<string | null>;
  readonly selected: Signal<string | null>;
  refresh: () => Promise<void>;
  moveBy: (steps: number) => void;
};

/** The most that one page lists; the counts say how much there is. */
const LISTED = 200;

/** Opens the queue; `refresh` loads it, and loads it again whenever an approval changed. */
export function createQueueStore(call: ReturnType<typeof createClient>): QueueStore {
  const queue = signal<Queue | null>(null);
  const problem = signal<string | null>(null);
  const selected = signal<string | null>(null);
  let asked = 0;
  return {
    queue,
    problem,
    selected,
    refresh: async () => {
      const mine = ++asked;
      try {
        const read = await call("GET /approvals/queue", { query: { limit: LISTED } });
        if (mine !== asked) return; // a later question has the newer answer
        queue.value = read;
        problem.value = null;
        const still = read.items.some(({ id }) => id === selected.value);
        if (!still) selected.value = read.items[0]?.id ?? null;
      } catch (error) {
        if (!queue.value) problem.value = error instanceof Error ? error.message : String(error);
      }
    },
    moveBy: (steps) => {
      const items = queue.value?.items ?? [];
      const at = items.findIndex(({ id }) => id === selected.value);
      selected.value = items[Math.max(0, Math.min(items.length - 1, at + steps))]?.id ?? null;
    },
  };
}
