import type { FireRow } from "../../../store/automations/fires_view.ts";
import type { StoredEvent } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../kernel/context.ts";

/** How many automations may follow from one another. */
const MAX_DEPTH = 3;

/** The automations that led to an event, the first one first: that of its run, and those that led to that. */
export function chainOf({ store }: Pick<Ctx, "store">, { runId }: StoredEvent): string[] {
  const run = runId === undefined ? null : store.documents.get(runStream, runId);
  if (!run?.automationId) return [];
  const row = store.documents.tables.get<Pick<FireRow, "caused_by">>(
    "select caused_by from {automation_fires} where id = ?",
    run.fireId ?? "",
  );
  const before = row?.caused_by ? JSON.parse(row.caused_by) as string[] : [];
  return [...before, run.automationId];
}

/** Says why a chain must not go on with an automation; null where it may. */
export function describeLoop(chain: readonly string[], id: string): string | null {
  if (chain.includes(id)) return `It would trigger itself: ${[...chain, id].join(" → ")}.`;
  return chain.length < MAX_DEPTH
    ? null
    : `More than ${MAX_DEPTH} automations would trigger each other in a chain.`;
}
