import type { Preparation, RunDocument } from "../../../store/runs/document.ts";
import {
  captureTree,
  changedPaths,
  namedDirectory,
  treeOf,
  type Workspace,
} from "../../machine/repositories/mod.ts";
import { confinementOf, ruleFor } from "./confine.ts";
import type { QuestionsPort, RunPort, StepPorts, WorkspacePort } from "./ports.ts";
import { isSetupAdmitted } from "./permissions.ts";
import {
  executeSetup,
  failSetup,
  keepSetupOutput,
  recordAtBase,
  recordOnChanges,
  type SetupTarget,
  succeeded,
} from "./execute_setup.ts";
import { handOver, makeAtBase, setupOfTrial } from "./setup_at_base.ts";
import { setupInputs } from "./setup_inputs.ts";
import { defaultOf } from "../../control/autonomy/defaults/mod.ts";

/**
 * A workspace as commands will see it, and the tree that the setup left, against which the worker's changes are computed;
 * null without a setup.
 */
type PreparedWorkspace = { workspace: Workspace; baseline: string | null };

/**
 * Prepares a fresh workspace with the run's setup command. The command has network access only on a tree that equals the base
 * or that a human has admitted: the result at the base is created once and copied, and on other trees the command runs
 * without network. Returns "waits" when a human has to admit the difference first. Throws `StepFailed` when the command fails.
 */
export async function prepareWorkspace(
  step: StepPorts,
  target: SetupTarget,
): Promise<PreparedWorkspace | "waits"> {
  const run = step.run();
  const setup = setupOf(step, run);
  const ofTrial = run.trial && await setupOfTrial(step.ctx.config.storageDirectory, run.trial);
  if (ofTrial) {
    await handOver(ofTrial, target.control, target.workspace, run.base!.commit);
    const workspace = { ...target.workspace, alsoAt: ofTrial.directory };
    return { workspace, baseline: await captureTree(target.control, workspace) };
  }
  if (!setup) return { workspace: target.workspace, baseline: null };
  const { control } = target;
  const tree = await treeOf(control, target.workspace.commit);
  const changed = tree !== run.base!.tree;
  // Without a sandbox nothing can appear at another path, so the command runs in every worktree.
  const confined = (await confinementOf(step, control.repository.root, "setup")).kind !== "none";
  const workspace = confined ? await copyFromBase(step, run, setup, target) : target.workspace;
  if (changed && await runOnChanges(step, setup, { ...target, workspace, tree, confined }) === "waits") {
    return "waits";
  }
  if (!changed && !confined) await runAtBase(step, setup, target);
  return { workspace, baseline: await captureTree(control, workspace) };
}

/** Copies what the setup left at the base, which the first caller creates. */
async function copyFromBase(
  step: RunPort & WorkspacePort,
  run: RunDocument,
  setup: Preparation,
  target: SetupTarget,
): Promise<Workspace> {
  const { workspace, control, signal } = target;
  const { repositoryId, commit, tree } = run.base!;
  const rule = await ruleFor(step, control.repository.root, "setup");
  return await step.setups.use({
    words: [repositoryId, tree, setup.command, JSON.stringify(rule)],
    make: (directory) => makeAtBase(step, setup, { ...target, directory, commit }),
    signal,
  }, async (kept) => {
    const { network, durationMilliseconds, bytes, output } = kept;
    // Two tasks of a run may get here at once; whichever records first, the run did not reuse an existing result.
    const reused = kept.runId !== run.id;
    await recordAtBase(step, setup, { network, reused, durationMilliseconds, bytes }, output);
    await handOver(kept, control, workspace, commit);
    return { ...workspace, alsoAt: kept.directory };
  });
}

async function runAtBase(step: RunPort, setup: Preparation, target: SetupTarget): Promise<void> {
  const result = await executeSetup(step, setup, target);
  if (!succeeded(result)) {
    await keepSetupOutput(step, setup, result.output, { name: "base", taskSessionId: target.taskSessionId });
    failSetup(setup, result);
  }
  const { confinement: { network }, durationMilliseconds, output } = result;
  await recordAtBase(step, setup, { network, reused: false, durationMilliseconds }, output);
}

/** Runs the setup on unreviewed work without network, unless a human admits network access. */
async function runOnChanges(
  step: RunPort & QuestionsPort,
  setup: Preparation,
  { tree, confined, ...target }: SetupTarget & { tree: string; confined: boolean },
): Promise<"waits" | void> {
  const { control, taskSessionId } = target;
  const run = step.run();
  const { command } = setup;
  const admitted = isSetupAdmitted(step, run, { command, tree });
  const ask = async (why: string, inputs: readonly string[] = []) => {
    await step.askForSetup({ control, setup: { command, tree }, inputs, why, taskSessionId });
    return "waits" as const;
  };
  if (!admitted) {
    const changed = (await changedPaths(control, run.base!.tree, tree)).map(({ path }) => path);
    const read = setupInputs(command, changed, control.repository.prefix);
    if (read.length > 0) {
      const named = read.slice(0, 5).join(", ");
      const why =
        `The work changed what the setup command reads (${named}), and the change is not reviewed yet.`;
      return await ask(why, read);
    }
  }
  const result = await executeSetup(step, setup, target, !admitted);
  const name = taskSessionId ?? `round-${run.round}`;
  await keepSetupOutput(step, setup, result.output, { name, taskSessionId });
  if (succeeded(result)) return await recordOnChanges(step, result, taskSessionId);
  if (!admitted && confined && !result.timedOut) {
    return await ask("The setup command failed on the changed files without network access.");
  }
  failSetup(setup, result);
}

/** Returns the setup command of a run and its origin: the run itself or its repository; null without one. */
export function chooseSetup(step: RunPort, run: RunDocument): Preparation | null {
  if (run.setup) return { command: run.setup.command, origin: "request" };
  if (run.noSetup) return null;
  if (!run.base) return null;
  const { value: command, runId } = defaultOf(step.ctx, namedDirectory(run.base), "setup") ?? {};
  if (command === undefined) return null;
  return { command, origin: "remembered", ...(runId && { rememberedFrom: runId }) };
}

/** Returns the setup that was chosen when the run's commands were admitted, or chooses it for a run of an older release. */
export const setupOf = (step: RunPort, run: RunDocument): Preparation | null =>
  run.preparation === undefined ? chooseSetup(step, run) : run.preparation;
