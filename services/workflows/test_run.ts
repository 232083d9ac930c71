import type { Ctx } from "../kernel/context.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import { dryRun, type TraceStep } from "./graph/dry_run.ts";
import { checkInputs } from "./inputs.ts";
import { loadExpressions } from "./language/expression.ts";
import { validateSource } from "./language/validate.ts";
import { readVersion, requireVersion, requireWorkflow } from "./read_model.ts";
import type { TestWorkflowInput, TestWorkflowResult } from "./test_schemas.ts";
import { sourceOf } from "./sources.ts";

/** Goes through a workflow with stubs. Nothing is executed, no model is asked and nothing is recorded. */
export async function testWorkflow(ctx: Ctx, input: TestWorkflowInput): Promise<TestWorkflowResult> {
  const { definition, validation } = await validateSource(await textOf(ctx, input));
  const id = ctx.newId("test");
  if (!definition) {
    const nothing = { trace: [], outputs: {}, missingStubs: [], unusedStubs: [], blastRadius: null };
    const reason = `The workflow has ${validation.errors.length} errors.`;
    return { id, mode: "dry", status: "invalid", reason, validation, ...nothing };
  }
  const facts = {
    inputs: checkInputs(definition, input.inputs),
    trigger: { kind: "manual", ...input.trigger },
    run: { id, repoPath: definition.repoPath ?? "", attempt: 1, round: 1 },
  };
  const { stubs, defaultStubs, approvals, expect } = input;
  const found = dryRun(definition, facts, await loadExpressions(), { stubs, defaultStubs, approvals });
  return {
    id,
    mode: "dry",
    ...found,
    validation,
    blastRadius: blastRadiusOf(definition),
    ...(expect && { differences: differences(expect, found.trace) }),
  };
}

async function textOf(ctx: Ctx, { workflowId, version, ...given }: TestWorkflowInput): Promise<string> {
  if (workflowId === undefined) return await sourceOf(given);
  const workflow = requireWorkflow(ctx, workflowId);
  return await readVersion(ctx, requireVersion(ctx, workflow, version ?? workflow.latestVersion).sha256);
}

/** Where a trace is not what it was: steps that are new, gone, or decided otherwise. */
function differences(before: readonly TraceStep[], after: readonly TraceStep[]) {
  const found: { id: string; path: string; difference: string }[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [old, now] = [before[at], after[at]];
    const path = (now ?? old)!.path;
    const difference = !old
      ? "This step is new."
      : !now
      ? "This step is gone."
      : old.path !== now.path
      ? `Here "${old.path}" was decided before.`
      : old.status !== now.status
      ? `It was ${old.status} and is ${now.status} now.`
      : JSON.stringify(old.resolved) === JSON.stringify(now.resolved)
      ? ""
      : "What it computes has changed.";
    if (difference !== "") found.push({ id: `difference_${at + 1}`, path, difference });
  }
  return found;
}
