import { signal } from "@preact/signals";
import { createResource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { RefreshRun, Settings } from "../common/types.ts";

/** A source as it is configured. */
export type ConfiguredSource = Settings["sources"][number];

/** Returns the store of the sources: their settings, states, and last refreshes. */
export function createSources({ call, toasts }: Frame) {
  const settings = createResource(() => call("GET /planner/settings"));
  const statuses = createResource(() => call("GET /planner/sources/status"));
  const rows = signal<ReadonlyMap<string, RefreshRun>>(new Map());
  const busy = signal<ReadonlySet<string>>(new Set());
  const read = () => Promise.all([settings.refresh(), statuses.refresh()]);
  return {
    settings,
    statuses,
    rows,
    busy,
    read,
    /** Refreshes sources; `full` also removes the items that were kept back. */
    refresh: async (ids: readonly string[], full = false) => {
      busy.value = new Set([...busy.value, ...ids]);
      const done = await toasts.attempt(() =>
        call("POST /planner/refresh", { body: { sources: [...ids], full } })
      );
      busy.value = new Set([...busy.value].filter((id) => !ids.includes(id)));
      if (done) rows.value = new Map([...rows.value, ...done.map((row) => [row.source, row] as const)]);
      await read();
    },
    change: (source: { id: string; enabled?: boolean; remove?: boolean }, said: string) =>
      toasts.attempt(() => call("POST /planner/settings", { body: { sources: [source] } }), () => said),
  };
}

/** The store of the list of sources. */
export type SourceStore = ReturnType<typeof createSources>;
