import type { FireRow } from "../../../../store/automations/fires_view.ts";
import type { StoredEvent } from "../../../../store/event.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { readJson } from "../../../../store/json_text.ts";

/** How many automations may trigger each other in a chain. */
const MAX_DEPTH = 3;

/** Returns the automations that led to an event, first one first: that of its run, and those that led to it. */
export function chainOf({ store }: Pick<Ctx, "store">, { runId }: StoredEvent): string[] {
  const run = startedRun({ store }, runId);
  if (!run?.automationId) return [];
  const row = store.documents.tables.get<Pick<FireRow, "caused_by">>(
    "select caused_by from {automation_fires} where id = ?",
    run.fireId ?? "",
  );
  const before = row?.caused_by ? readJson(row.caused_by) : [];
  return [...before, run.automationId];
}

/** Returns the run that an automation started, of a run that it led to: one that a workflow of it started, or a retry. */
function startedRun({ store }: Pick<Ctx, "store">, runId: string | undefined): RunDocument | null {
  const run = runId === undefined ? null : store.documents.get(runStream, runId);
  if (run === null || run.automationId !== undefined) return run;
  const before = run.parentRunId ?? run.retryOfRunId;
  return before === undefined ? null : startedRun({ store }, before);
}

/** Returns why a chain must not continue with an automation, or null. */
export function describeLoop(chain: readonly string[], id: string): string | null {
  if (chain.includes(id)) return `It would trigger itself: ${[...chain, id].join(" → ")}.`;
  return chain.length < MAX_DEPTH
    ? null
    : `More than ${MAX_DEPTH} automations would trigger each other in a chain.`;
}
