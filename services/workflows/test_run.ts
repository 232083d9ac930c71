import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { counted } from "../kernel/words.ts";
import type { Definition } from "./language/definition.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import { dryRun, type TraceStep } from "./graph/dry_run.ts";
import { checkInputs } from "./inputs.ts";
import { loadExpressions } from "./language/expression.ts";
import { validateSource } from "./language/validate.ts";
import { readVersion, requireVersion, requireWorkflow } from "./read_model.ts";
import type { TestWorkflowInput, TestWorkflowResult } from "./test_schemas.ts";
import { sourceOf } from "./sources.ts";

/** What cannot be gone through. */
const NOTHING = { mode: "dry", status: "invalid" } as const;

/** Goes through a workflow with stubs. Nothing is executed, no model is asked and nothing is recorded. */
export async function testWorkflow(ctx: Ctx, input: TestWorkflowInput): Promise<TestWorkflowResult> {
  const { definition, validation } = await validateSource(await textOf(ctx, input));
  const id = ctx.newId("test");
  const nothing = { ...NOTHING, id, validation, trace: [], outputs: {}, missingStubs: [], unusedStubs: [] };
  if (!definition) {
    const reason = `The workflow has ${counted(validation.errors.length, "error")}.`;
    return { ...nothing, reason, blastRadius: null };
  }
  const inputs = inputsOrFault(definition, input.inputs);
  if (inputs instanceof InvalidError) {
    const blastRadius = blastRadiusOf(definition);
    return { ...nothing, reason: inputs.message, blastRadius };
  }
  const facts = {
    inputs,
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

/** The inputs of the run, or why they do not fit: the definition itself may still be right. */
function inputsOrFault(definition: Definition, given: Record<string, unknown>) {
  try {
    return checkInputs(definition, given);
  } catch (cause) {
    if (cause instanceof InvalidError) return cause;
    throw cause;
  }
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
