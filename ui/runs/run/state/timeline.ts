import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Stage, Timeline, TraceEvent } from "../../types.ts";
import { type EventFilter, matchesEvent, NO_FILTER } from "./filter.ts";
import { barsOf, type TimeBar } from "./bars.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The events of a run, loaded page by page, and the filtered ones. */
export type TimelineStore = {
  readonly events: ReadonlySignal<readonly TraceEvent[]>;
  readonly stages: ReadonlySignal<readonly Stage[]>;
  readonly problem: ReadonlySignal<string | null>;
  readonly loading: ReadonlySignal<boolean>;
  readonly total: ReadonlySignal<number>;
  readonly filter: Signal<EventFilter>;
  /** The events that match the filter, which all views share. */
  readonly shown: ReadonlySignal<readonly TraceEvent[]>;
  readonly bars: ReadonlySignal<readonly TimeBar[]>;
  /** Reads the new events. */
  refresh: () => Promise<void>;
};

const PAGE = 1000;

type Read = (query: { cursor?: string; limit: number }) => Promise<Timeline>;

/** Returns a timeline that was not read yet. */
export function createTimeline(read: Read): TimelineStore {
  const events = signal<readonly TraceEvent[]>([]);
  const stages = signal<readonly Stage[]>([]);
  const problem = signal<string | null>(null);
  const loading = signal(false);
  const total = signal(0);
  const filter = signal(NO_FILTER);
  let cursor: string | undefined;
  let again = false;

  const readNew = async () => {
    for (let more = true; more;) {
      const page = await read({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
      cursor = page.nextCursor;
      if (page.items.length > 0) events.value = [...events.value, ...page.items];
      stages.value = page.stages;
      total.value = page.total;
      more = page.hasMore;
    }
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
      do {
        again = false;
        try {
          await readNew();
          problem.value = null;
        } catch (error) {
          problem.value = messageOf(error);
        }
      } while (again);
      loading.value = false;
    },
  };
}
