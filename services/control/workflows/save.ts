import { isDeepStrictEqual } from "node:util";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import type { WorkflowStart } from "../../../store/workflows/document.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import type { WorkflowDefinition } from "./language/definition.ts";
import { libraryOf } from "./library.ts";
import { loadVersion, presentWorkflow, type ReadVersion, requireWorkflow } from "./read_model.ts";
import type { SavedWorkflow, SaveWorkflowInput } from "./schemas.ts";
import { requireValid, sourceOf } from "./sources.ts";

/** How many workflows may be saved, not counting versions. */
export const MAX_WORKFLOWS = 1_000;

/**
 * Checks what is to be saved; the returned function saves a workflow, or a new version of one. The same text again
 * changes nothing.
 */
export async function prepareSave(ctx: Ctx, input: SaveWorkflowInput): Promise<() => Made<SavedWorkflow>> {
  const { id, name } = input;
  const workflow = id === undefined ? null : requireWorkflow(ctx, id);
  const before = workflow && await loadVersion(ctx, workflow, workflow.latestVersion);
  const chain = [workflow?.id ?? ""];
  const { source, ...read } = await readPinned(ctx, await sourceOf(input, before?.source), chain);
  if (name !== undefined && name !== read.definition.name) {
    throw new InvalidError(`name is "${name}", but the definition says "${read.definition.name}".`);
  }
  await requireSame(ctx, input, read.definition, chain);
  await foldInTurns(ctx.store);
  return () =>
    ctx.write(() => save(ctx, { number: (before?.number ?? 0) + 1, source, ...read }, before, input));
}

/** A workflow that is sent back has both forms. Throws `InvalidError` if only one of them was changed. */
async function requireSame(
  ctx: Ctx,
  { source, definition }: SaveWorkflowInput,
  read: WorkflowDefinition,
  chain: readonly string[],
): Promise<void> {
  if (source === undefined || definition === undefined) return;
  const other = await readPinned(ctx, await sourceOf({ definition }), chain);
  if (isDeepStrictEqual(other.definition, read)) return;
  throw new InvalidError(
    "source and definition are different workflows. Send only the one that you changed.",
  );
}

/** Reads a text and fills in the versions that it leaves open: later versions do not change what is saved. */
async function readPinned(ctx: Ctx, source: string, chain: readonly string[]) {
  const library = libraryOf(ctx);
  const read = await requireValid(source, library, chain);
  const { pins } = read.inclusions;
  if (pins.length === 0) return { source, ...read };
  const { insertKeys } = await import("./write_source.ts");
  const pinned = insertKeys(
    source,
    pins.map(({ after, version }) => ({ after, name: "version", value: version })),
  );
  return { source: pinned, ...await requireValid(pinned, library, chain) };
}

function save(
  ctx: Ctx,
  version: ReadVersion,
  before: ReadVersion | null,
  { id, note }: SaveWorkflowInput,
): Made<SavedWorkflow> {
  const workflow = id === undefined ? null : requireWorkflow(ctx, id);
  if (workflow && workflow.latestVersion !== before?.number) {
    throw new InvalidError(
      `The workflow ${workflow.id} was changed in the meantime. Review it and save again.`,
    );
  }
  if (workflow && before?.source === version.source) {
    return existing(presentWorkflow(ctx, workflow, before, null));
  }
  if (!workflow) requireRoom(ctx);
  const workflowId = workflow?.id ?? ctx.newId("workflow");
  const { name, description } = version.definition;
  const { sha256, size } = ctx.artifacts.writeSync(new TextEncoder().encode(version.source));
  const data = {
    name,
    description,
    sourceSha256: sha256,
    size,
    blastRadiusDigest: blastRadiusOf(version.definition).digest,
    ...(note !== undefined && { note }),
    start: startOf(version),
  };
  const type = workflow ? "workflow.revised" as const : "workflow.created" as const;
  record(ctx, workflowStream, workflowId, [{ type, data }]);
  ctx.artifacts.recorded(sha256);
  const saved = presentWorkflow(ctx, requireWorkflow(ctx, workflowId), version, before);
  return workflow ? existing(saved) : made(saved);
}

function startOf(
  { definition, inclusions: { versions } }: ReadVersion,
): WorkflowStart {
  const { inputs, repoPath, defaults: { worker }, verifier, setup, maxCostUsd } = definition;
  const includes = versions.map(({ workflowId, version, sha256, size, name }) => ({
    workflowId,
    version,
    sha256,
    size,
    name,
  }));
  return {
    ...(includes.length > 0 && { includes }),
    ...(inputs && { inputs }),
    ...(repoPath !== undefined && { repoPath }),
    ...(worker && { worker }),
    ...(verifier && { verifier }),
    ...(setup && { setup }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  };
}

function requireRoom(ctx: Ctx): void {
  const page = { limit: 1, offset: MAX_WORKFLOWS - 1 };
  if (ctx.store.documents.find(workflowStream, { deletedAt: null }, page).length === 0) return;
  throw new InvalidError(
    `There are ${MAX_WORKFLOWS} saved workflows, which is the limit. Delete one first.`,
  );
}
