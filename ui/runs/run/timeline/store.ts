import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { sentenceOf } from "../../../kit/resource.ts";
import type { Stage, Timeline, TraceEvent } from "../../types.ts";
import { type EventFilter, matchesEvent, NO_FILTER } from "./filter.ts";
import { barsOf, type TimeBar } from "./bars.ts";

/** Every event of a run, page after page, and what is shown of them. */
export type TimelineStore = {
  readonly events: ReadonlySignal<readonly TraceEvent[]>;
  readonly stages: ReadonlySignal<readonly Stage[]>;
  readonly problem: ReadonlySignal<string | null>;
  readonly loading: ReadonlySignal<boolean>;
  readonly total: ReadonlySignal<number>;
  readonly filter: Signal<EventFilter>;
  /** Those that fit the filter: the same in every view. */
  readonly shown: ReadonlySignal<readonly TraceEvent[]>;
  readonly bars: ReadonlySignal<readonly TimeBar[]>;
  /** Reads what has come since. */
  refresh: () => Promise<void>;
};

const PAGE = 1000;

type Read = (query: { cursor?: string; limit: number }) => Promise<Timeline>;

/** A timeline that nothing has been read of yet. */
export function createTimeline(read: Read): TimelineStore {
  const events = signal<readonly TraceEvent[]>([]);
  const stages = signal<readonly Stage[]>([]);
  const problem = signal<string | null>(null);
  const loading = signal(false);
  const total = signal(0);
  const filter = signal(NO_FILTER);
  let cursor: string | undefined;
  let again = false;

  const readAll = async () => {
    do {
      again = false;
      for (let more = true; more;) {
        const page = await read({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
        cursor = page.nextCursor;
        if (page.items.length > 0) events.value = [...events.value, ...page.items];
        stages.value = page.stages;
        total.value = page.total;
        more = page.hasMore;
      }
    } while (again);
  };

  const shown = computed(() => {
    const wanted = filter.value;
    return events.value.filter((event) => matchesEvent(event, wanted));
  });
  return {
    events,
    stages,
    problem,
    loading,
    total,
    filter,
    shown,
    bars: computed(() => barsOf(stages.value, events.value, shown.value)),
    refresh: async () => {
      if (loading.value) return void (again = true);
      loading.value = true;
      try {
        await readAll();
        problem.value = null;
      } catch (error) {
        problem.value = sentenceOf(error);
      }
      loading.value = false;
    },
  };
}
