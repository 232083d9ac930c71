import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { newestRunOf } from "../../../store/runs/workflow_runs_view.ts";
import { picked } from "../../../store/shared/records.ts";
import type { WorkflowDocument } from "../../../store/workflows/document.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { WorkflowVersionRow } from "../../../store/workflows/versions_view.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { differenceOf } from "./diff.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import { includedIn, withoutIncluded } from "./language/included.ts";
import type { WorkflowDefinition } from "./language/definition.ts";
import type { Inclusions } from "./language/include.ts";
import type { Validation } from "./language/validate.ts";
import { libraryOf } from "./library.ts";
import { findVersion, readVersion } from "./read_version.ts";
import {
  LAST_RUN_FIELDS,
  type SavedWorkflow,
  type SavedWorkflowSummary,
  type WorkflowQuery,
} from "./schemas.ts";
import { requireValid } from "./sources.ts";

const MAX_SHOWN_VERSIONS = 100;

/** Returns the workflow's record. Throws `NotFoundError`, also for a deleted one. */
export function requireWorkflow(ctx: Pick<Core, "store">, id: string): WorkflowDocument {
  const workflow = ctx.store.documents.get(workflowStream, id);
  if (!workflow || workflow.deletedAt !== null) throw new NotFoundError("workflow", id);
  return workflow;
}

/** Returns one version of a workflow. Throws `InvalidError` if there is none with that number. */
export function requireVersion(ctx: Ctx, workflow: WorkflowDocument, version: number): WorkflowVersionRow {
  const row = findVersion(ctx, workflow.id, version);
  if (row) return row;
  throw new InvalidError(
    `The workflow ${workflow.id} has no version ${version}. The newest is ${workflow.latestVersion}.`,
  );
}

/** Returns a workflow without its versions. */
function summariseWorkflow(workflow: WorkflowDocument): SavedWorkflowSummary {
  const { sourceSha256: _, deletedAt: _1, ...summary } = workflow;
  return summary;
}

/** A version that was read and found valid. */
export type ReadVersion = {
  number: number;
  source: string;
  definition: WorkflowDefinition;
  validation: Validation;
  inclusions: Inclusions;
};

/** Returns a workflow with one of its versions, and the differences from another. */
export async function showWorkflow(ctx: Ctx, id: string, query: WorkflowQuery = {}): Promise<SavedWorkflow> {
  await foldInTurns(ctx.store);
  const workflow = requireWorkflow(ctx, id);
  const { version = workflow.latestVersion, against = version - 1 } = query;
  const shown = await loadVersion(ctx, workflow, version);
  return presentWorkflow(
    ctx,
    workflow,
    shown,
    against < 1 ? null : await loadVersion(ctx, workflow, against),
  );
}

/** Reads a version of a workflow and its meaning. */
export async function loadVersion(
  ctx: Ctx,
  workflow: WorkflowDocument,
  number: number,
): Promise<ReadVersion> {
  const source = await readVersion(ctx, requireVersion(ctx, workflow, number).sha256);
  return { number, source, ...await requireValid(source, libraryOf(ctx, { alsoDeleted: true })) };
}

/** Returns a workflow as the API shows it, with a version that was already read. */
export function presentWorkflow(
  ctx: Ctx,
  workflow: WorkflowDocument,
  { number, source, definition, validation }: Omit<ReadVersion, "inclusions">,
  before: ReadVersion | null,
): SavedWorkflow {
  return {
    ...summariseWorkflow(workflow),
    version: number,
    versions: versionsOf(ctx, workflow.id),
    definition: withoutIncluded(definition),
    included: includedIn(definition),
    source,
    validation,
    blastRadius: blastRadiusOf(definition),
    lastRun: lastRunOf(ctx, workflow.id),
    ...(before && { diff: differenceOf(before, { number, definition }) }),
  };
}

function lastRunOf({ store: { documents } }: Ctx, workflowId: string): SavedWorkflow["lastRun"] {
  const id = newestRunOf(documents, workflowId);
  const run = id === null ? null : documents.get(runStream, id);
  if (!run) return null;
  return { ...picked(run, LAST_RUN_FIELDS), number: documents.numberOf(runStream, run.id) };
}

function versionsOf(ctx: Ctx, id: string): SavedWorkflow["versions"] {
  return ctx.store.projector.tables.all<WorkflowVersionRow>(
    "select * from {workflow_versions} where workflow_id = ? order by number desc limit ?",
    id,
    MAX_SHOWN_VERSIONS,
  ).map((row) => ({
    id: `workflow_version_${row.sequence}`,
    version: row.number,
    sha256: row.sha256,
    createdAt: row.created_at,
    actor: row.actor,
    blastRadiusDigest: row.blast_radius_digest,
    ...(row.note !== null && { note: row.note }),
  }));
}
