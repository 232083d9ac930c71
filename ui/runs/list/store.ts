import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { RUN_STATES } from "../../../store/shared/run_states.ts";
import { createResource, type Resource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import { type RunCounts, type RunSummary } from "../types.ts";
import { askedOf, type Filter } from "./filter.ts";

/** The state of the list of runs: its filter and its selection. */
export type RunsStore = {
  /** The loaded runs that match the filter; on the board the newest of each state. */
  readonly runs: Resource<RunSummary[]>;
  /** The number of matching runs by state, and every directory that runs work in. */
  readonly counts: Resource<RunCounts>;
  /** The number of matching runs, loaded or not. */
  readonly total: ReadonlySignal<number>;
  /** Whether there are older runs than those shown. */
  readonly more: ReadonlySignal<boolean>;
  readonly filter: Signal<Filter>;
  readonly picked: Signal<ReadonlySet<string>>;
  /** The current run of the keyboard. */
  readonly current: Signal<string | null>;
  refresh: () => Promise<void>;
  loadMore: () => void;
  togglePick: (id: string) => void;
  pickAll: (on: boolean) => void;
  move: (steps: number) => void;
};

const PAGE = 100;

/** The maximum number of runs of each state on the board. */
const MAX_CARDS = 50;

/** Returns the store of the list of runs. */
export function createRunsStore({ call }: Frame, first: Filter): RunsStore {
  const filter = signal(first);
  const pages = signal(1);
  const picked = signal<ReadonlySet<string>>(new Set());
  const current = signal<string | null>(null);
  let listed = JSON.stringify(first);
  const read = async (): Promise<RunSummary[]> => {
    const asked = askedOf(filter.value);
    const list = (query: { limit: number; offset?: number; status?: RunSummary["status"] }) =>
      call("GET /runs", { query: { ...asked, ...query } });
    const known = RUN_STATES.find((state) => state === filter.value.status);
    if (filter.value.board) {
      const states = known ? [known] : RUN_STATES;
      return (await Promise.all(states.map((status) => list({ limit: MAX_CARDS, status })))).flat();
    }
    const read = await Promise.all(
      Array.from(
        { length: pages.value },
        (_, page) => list({ limit: PAGE, offset: page * PAGE, ...(known && { status: known }) }),
      ),
    );
    // A run that was added between two pages shifts another one onto both.
    return [...new Map(read.flat().map((run) => [run.id, run])).values()];
  };
  const runs = createResource(read, () => filter.value);
  const counts = createResource(
    () => call("GET /runs/counts", { query: askedOf(filter.value) }),
    () => askedOf(filter.value),
  );
  const refresh = async () => {
    const asked = JSON.stringify(filter.value);
    if (asked !== listed) pages.value = 1;
    listed = asked;
    await Promise.all([runs.refresh(), counts.refresh()]);
  };
  const shown = () => runs.value.value ?? [];
  const total = computed(() => {
    const { total = 0, byStatus = {} } = counts.value.value ?? {};
    return filter.value.status ? byStatus[filter.value.status] ?? 0 : total;
  });
  return {
    runs,
    counts,
    filter,
    picked,
    current,
    total,
    more: computed(() =>
      !filter.value.board && shown().length >= pages.value * PAGE && shown().length < total.value
    ),
    refresh,
    loadMore: () => {
      pages.value++;
      void runs.refresh();
    },
    togglePick: (id) => {
      const next = new Set(picked.value);
      if (!next.delete(id)) next.add(id);
      picked.value = next;
    },
    pickAll: (on) => picked.value = new Set(on ? shown().map(({ id }) => id) : []),
    move: (steps) => {
      const list = shown();
      const at = list.findIndex(({ id }) => id === current.value);
      const to = at < 0 ? (steps > 0 ? 0 : list.length - 1) : at + steps;
      current.value = list[Math.max(0, Math.min(list.length - 1, to))]?.id ?? null;
    },
  };
}
