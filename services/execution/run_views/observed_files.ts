import { runStream } from "../../../store/runs/stream.ts";
import { newestRunsOf } from "../../../store/runs/workflow_runs_view.ts";
import { readManifest } from "../../control/approvals/manifest.ts";
import { onlyCommandsWrite } from "../../control/workflows/graph/mod.ts";
import { loadVersion, requireWorkflow, showWorkflow } from "../../control/workflows/read_model.ts";
import type { SavedWorkflow, WorkflowQuery } from "../../control/workflows/schemas.ts";
import type { Ctx } from "../../ground/kernel/context.ts";

/** How many of a workflow's newest runs say what it changes. */
const MAX_RUNS = 20;
/** From so many files with the same ending in a directory on, they are shown as one pattern. */
const ALIKE = 3;

/** Returns a saved workflow; what only its commands may change is what they changed in its last runs, if it has any. */
export async function showObserved(ctx: Ctx, id: string, query: WorkflowQuery = {}): Promise<SavedWorkflow> {
  const shown = await showWorkflow(ctx, id, query);
  const { version, blastRadius } = shown;
  if (blastRadius.files.basis !== "unbounded") return shown;
  const { definition } = await loadVersion(ctx, requireWorkflow(ctx, id), version);
  const paths = onlyCommandsWrite(definition) ? changedIn(ctx, id, version) : null;
  if (paths === null) return shown;
  const files = { ...blastRadius.files, items: patternsOf(paths), basis: "observed" as const };
  return { ...shown, blastRadius: { ...blastRadius, files } };
}

/** Returns what the last runs of a version changed; null if none of them has a result yet. */
function changedIn(ctx: Ctx, id: string, version: number): string[] | null {
  const { documents } = ctx.store;
  const results = newestRunsOf(documents, id, MAX_RUNS).flatMap((runId) => {
    const run = documents.get(runStream, runId);
    if (run === null || run.workflowVersion !== version) return [];
    if (run.bundle === undefined) return run.status === "completed" ? [[]] : [];
    const manifest = readManifest(ctx, run.bundle.manifestSha256);
    return manifest === null ? [] : [manifest.files.map(({ path }) => path)];
  });
  return results.length === 0 ? null : [...new Set(results.flat())];
}

/** Returns paths as patterns: `src/*.ts` for several of one directory. */
function patternsOf(paths: readonly string[]): string[] {
  const alike = Map.groupBy(paths, (path) => path.replace(/[^/]*?(\.[^./]+)?$/, "*$1"));
  return [...alike].flatMap(([pattern, group]) => group.length < ALIKE ? group : [pattern]).sort();
}
