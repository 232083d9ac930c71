import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { counted } from "../kernel/words.ts";
import type { Definition } from "./language/definition.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import { dryRun } from "./graph/dry_run.ts";
import type { RunFacts } from "./graph/records.ts";
import type { DryRun, TraceStep } from "./graph/trace.ts";
import { libraryOf } from "./library.ts";
import { checkInputs } from "./inputs.ts";
import { type Expression, loadExpressions } from "./language/expression.ts";
import { validateSource, type Validation } from "./language/validate.ts";
import { requireVersion, requireWorkflow } from "./read_model.ts";
import { readVersion } from "./read_version.ts";
import type { TestWorkflowInput, TestWorkflowResult } from "./test_schemas.ts";
import { sourceOf } from "./sources.ts";

/** A workflow that can be gone through, with what its expressions read. */
export type Test = {
  id: string;
  definition: Definition;
  validation: Validation;
  facts: RunFacts;
  parse: (text: string) => Expression;
};

/** Reads what is to be gone through; where that cannot be, what is wrong is the whole result. */
export async function readTest(
  ctx: Ctx,
  input: TestWorkflowInput,
): Promise<{ test: Test } | { invalid: TestWorkflowResult }> {
  const { definition, validation } = await validateSource(await textOf(ctx, input), libraryOf(ctx));
  const id = ctx.newId("test");
  const { mode } = input;
  const nothing = { id, mode, validation, trace: [], outputs: {}, missingStubs: [], unusedStubs: [] };
  const invalid = (reason: string, blastRadius: TestWorkflowResult["blastRadius"]) => ({
    invalid: { ...nothing, status: "invalid" as const, reason, blastRadius },
  });
  if (!definition) return invalid(`The workflow has ${counted(validation.errors.length, "error")}.`, null);
  const inputs = inputsOrFault(definition, input.inputs);
  if (inputs instanceof InvalidError) return invalid(inputs.message, blastRadiusOf(definition));
  const facts = {
    inputs,
    trigger: { kind: "manual", ...input.trigger },
    run: { id, repoPath: input.repoPath ?? definition.repoPath ?? "", attempt: 1, round: 1 },
  };
  return { test: { id, definition, validation, facts, parse: await loadExpressions() } };
}

/** Goes through a workflow with stubs. Nothing is executed, no model is asked and nothing is recorded. */
export function testWorkflow(test: Test, input: TestWorkflowInput): TestWorkflowResult {
  return resultOf(test, input, dryRun(test.definition, test.facts, test.parse, input));
}

/** What going through a workflow came to, as the API shows it. */
export function resultOf(
  { id, definition, validation }: Test,
  { mode, expect }: TestWorkflowInput,
  found: DryRun,
): TestWorkflowResult {
  return {
    id,
    mode,
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
