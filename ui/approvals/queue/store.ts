import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { Approval, Queue } from "../model/types.ts";

/** The checkpoints that wait for a decision, and the one that the keyboard is on. */
type QueueStore = {
  readonly queue: Resource<Queue>;
  readonly selected: ReadonlySignal<number>;
  /** Shows the checkpoints of one policy class, or of all. */
  show: (policyClass: Approval["policyClass"] | "") => void;
  move: (steps: number) => void;
  open: () => void;
};

/** The maximum number of listed checkpoints; the counts include the rest. */
const LISTED = 200;

/** Returns the store of the queue. The current checkpoint stays current when others are added or removed. */
export function createQueueStore({ call, navigate, places }: Frame): QueueStore {
  let shown: Approval["policyClass"] | "" = "";
  const queue = createResource(() =>
    call("GET /approvals/queue", { query: { limit: LISTED, ...(shown && { policyClass: shown }) } })
  );
  const chosen: Signal<string | null> = signal(null);
  const items = () => queue.value.value?.items ?? [];
  const selected = computed(() => Math.max(0, items().findIndex(({ id }) => id === chosen.value)));
  return {
    queue,
    selected,
    show: (policyClass) => {
      shown = policyClass;
      void queue.refresh();
    },
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
