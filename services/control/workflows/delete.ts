import { automationStream } from "../../../store/automations/stream.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { WorkflowDocument } from "../../../store/workflows/document.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { allNodes } from "./language/definition.ts";
import { loadVersion, requireWorkflow } from "./read_model.ts";
import { findVersion, readVersionOrNull } from "./read_version.ts";
import type { DeletedWorkflow } from "./schemas.ts";

/** How many users an error names. */
const MAX_NAMED = 5;

/**
 * Deletes a workflow that nothing would start any more. Its versions stay readable for the runs that were made from them,
 * and for the workflows that include it. Throws `InvalidError` with what still uses it.
 */
export async function prepareDelete(ctx: Ctx, id: string): Promise<() => DeletedWorkflow> {
  const before = ctx.store.documents.get(workflowStream, id)?.deletedAt;
  if (before) return () => ({ id, deleted: true as const, at: before });
  requireWorkflow(ctx, id);
  const callers = await callersOf(ctx, id);
  if (callers.length > 0) {
    const named = callers.map(({ id, name }) => `"${name}" (${id})`);
    throw new InvalidError(
      `The workflow ${id} is started by ${listed(named)}. Change or delete that first.`,
    );
  }
  return () =>
    ctx.write(() => {
      requireWorkflow(ctx, id);
      refuseUsed(ctx, id);
      record(ctx, workflowStream, id, [{ type: "workflow.deleted", data: {} }]);
      const at = ctx.store.documents.get(workflowStream, id)!.deletedAt!;
      return { id, deleted: true as const, at };
    });
}

function refuseUsed({ store }: Ctx, id: string): void {
  const on = (["enabled", "paused"] as const).flatMap((status) =>
    store.documents.find(automationStream, { status }, { limit: -1 })
  );
  const users = on.filter(({ action }) => action.kind === "workflow" && action.workflowId === id);
  if (users.length === 0) return;
  const named = users.map((each) => `"${each.name}" (${each.id})`);
  throw new InvalidError(
    `The workflow ${id} is used by the automation ${listed(named)}. Disable or delete it first.`,
  );
}

const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`
    : names.join(", ");

/** Returns the workflows whose active or newest version starts it in a separate run. */
async function callersOf(ctx: Ctx, id: string): Promise<WorkflowDocument[]> {
  const others = ctx.store.documents.find(workflowStream, { deletedAt: null }, { limit: -1 })
    .filter((workflow) => workflow.id !== id);
  const callers: WorkflowDocument[] = [];
  for (const workflow of others) {
    for (
      const number of new Set([workflow.latestVersion, workflow.activeVersion ?? workflow.latestVersion])
    ) {
      if (callers.at(-1) !== workflow && await starts(ctx, workflow, number, id)) callers.push(workflow);
    }
  }
  return callers;
}

async function starts(ctx: Ctx, workflow: WorkflowDocument, number: number, id: string): Promise<boolean> {
  // Most definitions do not contain the id: only those that do are parsed.
  const source = await readVersionOrNull(ctx, findVersion(ctx, workflow.id, number)!.sha256);
  if (!source?.includes(id)) return false;
  const { definition } = await loadVersion(ctx, workflow, number);
  return allNodes(definition.nodes).some((node) =>
    node.kind === "workflow" && node.with.workflowId === id && node.with.mode === "run"
  );
}
