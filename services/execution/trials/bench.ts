import { join } from "node:path";
import type { AttemptEnd, TrialCase, TrialDocument } from "../../../store/trials/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { failuresOf } from "../../control/runs/failures.ts";
import { contextFor, type Core, type Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { describeEnd } from "../../machine/processes/describe_end.ts";
import type { ProcessResult } from "../../machine/processes/run.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import {
  canTravel,
  commitTree,
  type Control,
  createWorkspace,
  overlayTree,
  removeTree,
  treeOf,
  treeWithPatch,
} from "../../machine/repositories/mod.ts";
import { homeOf } from "../commands/confine.ts";
import { openAdmitted, workspacesOf } from "../commands/control.ts";
import { clearWorkspace, workspacePaths } from "../commands/paths.ts";
import { handOver, setupOfTrial } from "../commands/setup_at_base.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { type ConfinedPlace, runConfined } from "../commands/run_confined.ts";
import { missingPasses } from "./passes.ts";
import { decides } from "./paths.ts";

/** What trials need of the service. */
export type TrialService = Core & ExecutorLive & SandboxLive;

/** Where the results of a trial are judged: apart from its workers, in the sandbox and without network. */
export type TrialBench = ConfinedPlace & { trial: TrialDocument };

/** How long the setup or one verification of a case may take. */
const MAX_MILLISECONDS = 10 * 60 * 1000;

/** Opens the private repository of a trial's target. Throws `InvalidError` for one whose history cannot be copied whole. */
export async function openTarget(ctx: Ctx<SandboxLive>, repoPath: string): Promise<Control> {
  const control = await openAdmitted(ctx, repoPath);
  const { repository } = control;
  if (repository.kind !== "git") {
    throw new InvalidError(
      `Cases come from the history of a repository, but ${repository.root} is no git repository. Name one with commits.`,
    );
  }
  if (!await canTravel(control)) {
    throw new InvalidError(
      `The history of ${repository.root} cannot be copied whole: it is a shallow clone, which "git fetch --unshallow" completes, or has attributes in .git/info/attributes.`,
    );
  }
  return control;
}

/** Calls `work` with a bench in a slot of this machine; what it created is removed afterwards. Throws `UnavailableError` without a sandbox. */
export async function onBench<T>(
  service: TrialService,
  trial: TrialDocument,
  stopped: AbortSignal,
  work: (bench: TrialBench) => Promise<T>,
): Promise<T> {
  return await service.execution.beside(async (ending) => {
    const ctx = contextFor(service, "system");
    const sandbox = await ctx.sandbox.find();
    if (!sandbox.available) {
      throw new UnavailableError(`Commands cannot be confined here. ${sandbox.reason} ${sandbox.fix}`);
    }
    const signal = AbortSignal.any([ending, stopped]);
    signal.throwIfAborted();
    const directory = join(workspacesOf(ctx.config.storageDirectory), ctx.newId("bench"));
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    try {
      const control = await openTarget(ctx, trial.repoPath);
      return await work({ ctx, trial, control, sandbox, signal, directory, endsAt: Infinity });
    } finally {
      await removeTree(directory);
    }
  });
}

/** Returns the tree with the known result of a case, whose base has the given tree. Throws `InvalidError` if it is gone. */
export async function solutionTree(
  { ctx, control }: Pick<TrialBench, "ctx" | "control">,
  { id, source, base }: Pick<TrialCase, "id" | "source" | "base">,
): Promise<string> {
  if (source === "history") return await treeOf(control, id);
  const bundle = ctx.store.documents.get(runStream, id)?.bundle;
  const patch = bundle && await ctx.artifacts.read(bundle.patchSha256);
  const tree = patch && await treeWithPatch(control, await treeOf(control, base), patch);
  if (tree) return tree;
  throw new InvalidError(`The patch of the run ${id} is gone, so it is no longer a case.`);
}

/** Returns a tree with the tests of the known result, and with everything else that decides how the verifier judges. */
export const withTests = (
  { control, trial: { verifier, prefix } }: TrialBench,
  tree: string,
  solution: string,
): Promise<string> => overlayTree(control, tree, solution, (path) => decides(path, verifier, prefix));

/** Runs the verifier on a tree, with what the setup of the case left. */
export async function verify(
  bench: TrialBench,
  { id, base }: Pick<TrialCase, "id" | "base">,
  tree: string,
): Promise<ProcessResult & { passed: boolean }> {
  const { ctx, trial, control, signal, directory } = bench;
  const commit = await commitTree(control, { tree, parents: [base], message: "A case of a trial\n" });
  const paths = workspacePaths(join(directory, "worktree"));
  try {
    const workspace = await createWorkspace(control, commit, paths.directory, signal);
    const kept = await setupOfTrial(ctx.config.storageDirectory, { trialId: trial.id, caseId: id });
    if (kept) await handOver(kept, control, workspace, base);
    const result = await runConfined(bench, {
      command: trial.verifier,
      workspace: { ...workspace, ...(kept && { alsoAt: kept.directory }) },
      purpose: "verifier",
      timeoutMilliseconds: MAX_MILLISECONDS,
      home: homeOf(workspace),
    });
    return { ...result, passed: result.exitCode === 0 && !result.timedOut };
  } finally {
    await clearWorkspace(paths);
  }
}

/** Runs the setup on the base of a case, in a worktree that stays. */
export async function runSetup(
  bench: TrialBench,
  { base }: Pick<TrialCase, "base">,
  command: string,
  directory: string,
) {
  const workspace = await createWorkspace(bench.control, base, directory, bench.signal);
  const result = await runConfined(bench, {
    command,
    workspace,
    purpose: "setup",
    timeoutMilliseconds: MAX_MILLISECONDS,
    home: homeOf(workspace),
    network: true,
  });
  return { workspace, result };
}

/**
 * Lays the tests of a case over a result and runs the verifier on it. It is solved if the verifier passes and says so of the same
 * tests as for the known result.
 */
export async function judgeResult(
  bench: TrialBench,
  of: TrialCase,
  patchSha256: string,
): Promise<Pick<AttemptEnd, "outcome" | "detail" | "broke">> {
  const { ctx, control } = bench;
  const patch = await ctx.artifacts.read(patchSha256);
  const tree = await treeWithPatch(control, await treeOf(control, of.base), patch);
  if (tree === null) return { outcome: "unsolved", detail: "Its patch does not fit the base.", broke: [] };
  const solution = await solutionTree(bench, of);
  const result = await verify(bench, of, await withTests(bench, tree, solution));
  const failures = failuresOf(result.output);
  const broke = failures.filter((name) => !of.failures.includes(name));
  if (!result.passed) {
    return { outcome: "unsolved", detail: describeEnd("The verifier", result).slice(0, 1000), broke };
  }
  const missing = missingPasses(of.passes, result.output);
  if (missing.length === 0) return { outcome: "solved", detail: "The hidden tests pass.", broke };
  const detail =
    `The verifier ended with exit code 0, but ${missing.length} of ${of.passes.length} lines about passed tests are missing, such as: ${
      missing[0]
    }`;
  return { outcome: "unsolved", detail: detail.slice(0, 1000), broke };
}
