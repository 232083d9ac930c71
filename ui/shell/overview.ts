import { computed, type ReadonlySignal } from "@preact/signals";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import type { createClient } from "../../client/client.ts";
import { createResource, type Resource } from "../kit/resource.ts";

/** What needs me, what is going on, what went wrong: the command centre's snapshot. */
export type Snapshot = Result<Api["GET /coordinator/command-center"]>;

/** The snapshot that badges, the title and Home share. */
export type Overview = Resource<Snapshot> & {
  /** How many things wait for a person. */
  readonly needs: ReadonlySignal<number>;
  /** The snapshot's counts by their names: what a page's `badge` names. */
  readonly counts: ReadonlySignal<Readonly<Record<string, number>>>;
};

/** An overview that nothing has been read of yet. */
export function createOverview(call: ReturnType<typeof createClient>): Overview {
  const resource = createResource(() => call("GET /coordinator/command-center"));
  const needs = computed(() => resource.value.value?.counts.needsMe ?? 0);
  const counts = computed(() => resource.value.value?.counts ?? {});
  return { ...resource, needs, counts };
}
