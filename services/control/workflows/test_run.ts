import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { WorkflowDefinition } from "./language/definition.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import { dryRun } from "./graph/dry_run.ts";
import type { RunFacts } from "./graph/records.ts";
import type { DryRun, Stubs, TraceStep } from "./graph/trace.ts";
import { libraryOf } from "./library.ts";
import { checkInputs } from "./language/inputs.ts";
import { type Expression, loadExpressions } from "./language/expression.ts";
import { validateSource, type Validation } from "./language/validate.ts";
import { requireVersion, requireWorkflow } from "./read_model.ts";
import { readVersion } from "./read_version.ts";
import type { TestWorkflowInput, WalkedResult } from "./test_schemas.ts";
import { sourceOf } from "./sources.ts";

/** A workflow that can be run through, with what its expressions read. */
export type Test = {
  id: string;
  definition: WorkflowDefinition;
  validation: Validation;
  facts: RunFacts;
  startsAt: string;
  parse: (text: string) => Expression;
};

/** Reads what is to be run through; if that fails, the problem is the complete result. */
export async function readTest(
  ctx: Ctx,
  input: TestWorkflowInput,
): Promise<{ test: Test } | { invalid: WalkedResult }> {
  const { definition, validation } = await validateSource(await textOf(ctx, input), libraryOf(ctx));
  const id = ctx.newId("test");
  const { mode } = input;
  const nothing = { id, mode, validation, trace: [], outputs: {}, missingStubs: [], unusedStubs: [] };
  const invalid = (reason: string, blastRadius: WalkedResult["blastRadius"]) => ({
    invalid: { ...nothing, status: "invalid" as const, reason, blastRadius },
  });
  if (!definition) return invalid(`The workflow has ${counted(validation.errors.length, "error")}.`, null);
  const inputs = inputsOrFault(definition, input.inputs);
  if (inputs instanceof InvalidError) return invalid(inputs.message, blastRadiusOf(definition));
  const startsAt = input.at ?? ctx.now().toISOString();
  const facts = {
    inputs,
    trigger: { kind: "manual", ...input.trigger },
    run: { id, repoPath: input.repoPath ?? definition.repoPath ?? "", attempt: 1, round: 1 },
  };
  return { test: { id, definition, validation, facts, startsAt, parse: await loadExpressions() } };
}

/** Returns the substitutes for the real world, and when it is. */
export const stubsOf = ({ startsAt }: Test, input: TestWorkflowInput): Stubs => ({ ...input, startsAt });

/** Runs through a workflow with stubs. Nothing is executed, no model is asked and nothing is recorded. */
export async function testWorkflow(test: Test, input: TestWorkflowInput): Promise<WalkedResult> {
  return resultOf(test, input, await dryRun(test.definition, test.facts, test.parse, stubsOf(test, input)));
}

/** Returns the result of running through a workflow, as the API shows it. */
export function resultOf(
  { id, definition, validation }: Test,
  { mode, expect }: TestWorkflowInput,
  found: DryRun,
): WalkedResult {
  return {
    id,
    mode,
    ...found,
    validation,
    blastRadius: blastRadiusOf(definition),
    ...(expect && { differences: differences(expect, found.trace) }),
  };
}

/** Returns the inputs of the run, or why they do not match; the definition itself may still be valid. */
function inputsOrFault(definition: WorkflowDefinition, values: Record<string, unknown>) {
  try {
    return checkInputs(definition, values);
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

/** Returns the differences from an earlier trace: steps that are new, missing, or decided differently. */
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
      ? `Previously "${old.path}" was decided here.`
      : old.status !== now.status
      ? `It was ${old.status} and is now ${now.status}.`
      : JSON.stringify(old.resolved) === JSON.stringify(now.resolved)
      ? ""
      : "Its computed values have changed.";
    if (difference !== "") found.push({ id: `difference_${at + 1}`, path, difference });
  }
  return found;
}
