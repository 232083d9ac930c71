import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import { type RunSummary, STATES } from "../types.ts";
import { type Filter, matchesFilter } from "./filter.ts";

/** What is listed, how it is filtered, and what is picked of it. */
export type RunsStore = {
  readonly runs: Resource<RunSummary[]>;
  /** Those that fit the filter. */
  readonly shown: ReadonlySignal<readonly RunSummary[]>;
  /** Every directory that a loaded run works in. */
  readonly repositories: ReadonlySignal<readonly string[]>;
  /** Whether there may be older ones than those that were loaded. */
  readonly more: ReadonlySignal<boolean>;
  readonly filter: Signal<Filter>;
  readonly picked: Signal<ReadonlySet<string>>;
  /** The one that the keyboard is on. */
  readonly current: Signal<string | null>;
  loadMore: () => void;
  togglePick: (id: string) => void;
  pickAll: (on: boolean) => void;
  move: (steps: number) => void;
};

const PAGE = 200;
const MOST = 1000;

/** The store of the list of runs. */
export function createRunsStore({ call }: Frame, first: Filter): RunsStore {
  const filter = signal(first);
  const limit = signal(PAGE);
  const picked = signal<ReadonlySet<string>>(new Set());
  const current = signal<string | null>(null);
  const read = async (): Promise<RunSummary[]> => {
    const { status, archived } = filter.value;
    const page = { limit: limit.value };
    if (archived) return (await call("GET /history", { query: page })).filter(({ archivedAt }) => archivedAt);
    const known = STATES.find((state) => state === status);
    return await call("GET /runs", { query: { ...page, ...(known && { status: known }) } });
  };
  const runs = createResource(read);
  const shown = computed(() => (runs.value.value ?? []).filter((run) => matchesFilter(run, filter.value)));
  return {
    runs,
    shown,
    filter,
    picked,
    current,
    repositories: computed(() =>
      [...new Set((runs.value.value ?? []).map(({ repoPath }) => repoPath))].sort()
    ),
    more: computed(() => (runs.value.value?.length ?? 0) >= limit.value && limit.value < MOST),
    loadMore: () => {
      limit.value = Math.min(MOST, limit.value + PAGE);
      void runs.refresh();
    },
    togglePick: (id) => {
      const next = new Set(picked.value);
      if (!next.delete(id)) next.add(id);
      picked.value = next;
    },
    pickAll: (on) => picked.value = new Set(on ? shown.value.map(({ id }) => id) : []),
    move: (steps) => {
      const list = shown.value;
      const at = list.findIndex(({ id }) => id === current.value);
      const to = at < 0 ? (steps > 0 ? 0 : list.length - 1) : at + steps;
      current.value = list[Math.max(0, Math.min(list.length - 1, to))]?.id ?? null;
    },
  };
}
