import { join } from "node:path";
import { InvalidError, UnavailableError } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import type { SandboxLive } from "../../../machine/processes/sandbox/mod.ts";
import { forget, pinBase, removeTree } from "../../../machine/repositories/mod.ts";
import { type DryRun, walk } from "../../../control/workflows/graph/mod.ts";
import { readTest, resultOf, stubsOf, type Test, testWorkflow } from "../../../control/workflows/test_run.ts";
import type {
  TestWorkflowInput,
  TestWorkflowResult,
  WalkedResult,
} from "../../../control/workflows/test_schemas.ts";
import { expectedCostOf } from "../expected_cost.ts";
import { openAdmitted, workspacesOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { NodeFiles } from "./node_files.ts";
import { performAsked } from "./perform.ts";
import type { Trial } from "./trial.ts";
import { describeSteps } from "./describe_steps.ts";

type Service = Ctx<ExecutorLive & SandboxLive>;

/** The longest duration of a sandbox run. */
const MAX_TRIAL_MILLISECONDS = 10 * 60 * 1000;
const MAX_PATCH_CHARACTERS = 256 * 1024;

/** Tests a workflow: with stubs alone, or on a temporary copy of a repository. */
export async function testRun(ctx: Service, input: TestWorkflowInput): Promise<TestWorkflowResult> {
  const read = await readTest(ctx, input);
  if ("invalid" in read) return { ...read.invalid, costUsd: null };
  const { test } = read;
  const result = input.mode === "sandbox"
    ? await tryWorkflow(ctx, test, input)
    : await testWorkflow(test, input);
  const { definition } = test;
  return {
    ...result,
    trace: describeSteps(ctx, definition, result.trace),
    costUsd: expectedCostOf(ctx, definition),
  };
}

async function tryWorkflow(ctx: Service, test: Test, input: TestWorkflowInput): Promise<WalkedResult> {
  const repoPath = input.repoPath ?? test.definition.repoPath;
  if (repoPath === undefined) {
    throw new InvalidError("A sandbox run needs a repository: set repoPath here or in the definition.");
  }
  const sandbox = await ctx.sandbox.find();
  if (!sandbox.available) {
    throw new UnavailableError(`Commands cannot be confined here. ${sandbox.reason} ${sandbox.fix}`);
  }
  return await ctx.execution.beside(async (signal) => {
    const { storageDirectory } = ctx.config;
    const control = await openAdmitted(ctx, repoPath);
    const directory = join(workspacesOf(storageDirectory), test.id);
    const { definition } = test;
    const endsAt = ctx.now().getTime() + MAX_TRIAL_MILLISECONDS;
    const base = await pinBase(control, signal);
    const trial: Trial = {
      ctx,
      definition,
      control,
      base,
      directory,
      sandbox,
      signal,
      endsAt,
    };
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    try {
      const { found, patch } = await go(ctx, trial, test, input);
      return { ...resultOf(test, input, found), patch };
    } finally {
      await removeTree(directory);
      // Release the temporary commits.
      await forget(storageDirectory, control.id, test.id);
    }
  });
}

async function go(
  { workers, redactor }: Service,
  trial: Trial,
  test: Test,
  input: TestWorkflowInput,
): Promise<{ found: DryRun; patch: string }> {
  const { definition, facts, parse } = test;
  const files = new NodeFiles(trial);
  const recipes = workers.find(({ read }) => read !== undefined);
  const isRecipe = (text: string): boolean => {
    const plan = recipes?.read?.(text, "sequential");
    return plan !== undefined && "tasks" in plan;
  };
  const walking = walk(definition, facts, parse, stubsOf(test, input));
  let next = await walking.next();
  let records = null;
  while (!next.done) {
    records = next.value.records;
    next = await walking.next(await performAsked(trial, files, isRecipe, next.value));
  }
  const bytes = records === null ? new Uint8Array() : await files.patch(records);
  const patch = redactor.text(new TextDecoder().decode(bytes));
  const cut = patch.length > MAX_PATCH_CHARACTERS;
  return {
    found: next.value,
    patch: cut ? `${patch.slice(0, MAX_PATCH_CHARACTERS)}\n… (${patch.length} characters in all)\n` : patch,
  };
}
