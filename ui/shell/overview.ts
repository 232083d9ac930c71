import { computed, type ReadonlySignal } from "@preact/signals";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import type { createClient } from "../../client/client.ts";
import { createResource, type Resource } from "../kit/resource.ts";
import type { Places } from "./places.ts";

/** The snapshot of the command centre: pending decisions, running work, and failures. */
export type OverviewState = Result<Api["GET /coordinator/command-center"]>;

/** Where a person says what became of an effect. */
const EFFECTS = "/dashboard/system?tab=effects&shown=uncertain";

/** Returns the address at which something that waits for a person is dealt with. */
export const pathOfNeed = (
  places: Places,
  { kind, id, runId }: Pick<OverviewState["needsMe"][number], "kind" | "id" | "runId">,
): string => kind === "effect" ? EFFECTS : places.pathOf(id, runId);

/** The snapshot that the badges, the title and Home share. */
export type Overview = Resource<OverviewState> & {
  /** The number of items that wait for a person. */
  readonly needs: ReadonlySignal<number>;
  /** The counts of the snapshot by name, as in a page's `badge`. */
  readonly counts: ReadonlySignal<Readonly<Record<string, number>>>;
};

/** Returns an overview that was not read yet. */
export function createOverview(call: ReturnType<typeof createClient>): Overview {
  const resource = createResource(() => call("GET /coordinator/command-center"));
  const needs = computed(() => resource.value.value?.counts.needsMe ?? 0);
  const counts = computed(() => resource.value.value?.counts ?? {});
  return { ...resource, needs, counts };
}
