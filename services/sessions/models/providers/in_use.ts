import { routingPolicyStream } from "../../../../store/models/routing_policy_stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { OPEN_RUN_STATES } from "../../../../store/shared/run_states.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { awaitsDependency } from "../../../control/lifecycle/awaits_dependency.ts";
import { providersOf } from "./find.ts";
import type { ModelsLive } from "./settings/live.ts";

/** A provider that something depends on; `awaited` if a run waits for it. */
type UsedProvider = { id: string; awaited: boolean };

/**
 * Returns the providers that runs name, were planned with or wait for, and those that active policies prefer. A run that waits
 * for any provider waits for all that are configured.
 */
export function providersInUse(service: Pick<Core & ModelsLive, "store" | "providers">): UsedProvider[] {
  const { documents } = service.store;
  const used = new Map<string, boolean>();
  const add = (id: string, awaited: boolean) => used.set(id, awaited || (used.get(id) ?? false));
  for (const { prefer } of documents.all(routingPolicyStream, { status: "active" })) {
    for (const { provider } of prefer) add(provider, false);
  }
  for (const status of OPEN_RUN_STATES) {
    for (const run of documents.all(runStream, { archivedAt: null, status })) {
      const named = run.worker?.provider ?? run.plannedBy?.provider;
      const awaited = awaitsDependency(run);
      if (named) add(named, awaited);
      else if (awaited) { for (const { id } of providersOf(service)) add(id, true); }
    }
  }
  return [...used].map(([id, awaited]) => ({ id, awaited })).filter(({ id }) => id !== "builtin");
}
