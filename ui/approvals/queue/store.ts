import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createListing, type Listing } from "../../kit/lists/listing.ts";
import type { Frame } from "../../shell/mod.ts";
import type { Approval, QueueItem } from "../model/types.ts";

/** The policy class that is shown; "" for all. */
type ShownClass = Approval["policyClass"] | "";

/** The checkpoints that wait for a decision, and the one that the keyboard is on. */
type QueueStore = {
  readonly list: Listing<ShownClass, QueueItem>;
  /** How many checkpoints of all classes wait; null until the first response. */
  readonly pending: ReadonlySignal<number | null>;
  readonly selected: ReadonlySignal<number>;
  move: (steps: number) => void;
  open: () => void;
};

/** Returns the store of the queue. The current checkpoint stays current when others are added or removed. */
export function createQueueStore({ call, navigate, places }: Frame): QueueStore {
  const pending = signal<number | null>(null);
  const list = createListing(async (shown: ShownClass, limit) => {
    const { items, counts } = await call("GET /approvals/queue", {
      query: { limit, ...(shown && { policyClass: shown }) },
    });
    pending.value = counts.pending ?? 0;
    return items;
  });
  const chosen: Signal<string | null> = signal(null);
  const items = () => list.items.value ?? [];
  const selected = computed(() => Math.max(0, items().findIndex(({ id }) => id === chosen.value)));
  return {
    list,
    pending,
    selected,
    move: (steps) => {
      const next = Math.max(0, Math.min(items().length - 1, selected.value + steps));
      chosen.value = items()[next]?.id ?? null;
    },
    open: () => {
      const item = items()[selected.value];
      if (item) navigate(places.pathOf(item.id));
    },
  };
}
