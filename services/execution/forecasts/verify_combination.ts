import type { CombinedCheck } from "../../../store/combinations/document.ts";
import { checkWithKey } from "../../control/combinations/known.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import { failuresOf } from "../../control/runs/failures.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import { describeEnd } from "../../machine/processes/describe_end.ts";
import { combinedTree, commitTree, createWorkspace } from "../../machine/repositories/mod.ts";
import { fits, labelsHere, placementOf } from "../../workforce/worker_machines/leases/mod.ts";
import { checkKey } from "../commands/check_key.ts";
import { workspacesOf } from "../commands/control.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { clearWorkspace, workspacePaths } from "../commands/paths.ts";
import type { RunPort } from "../commands/ports.ts";
import { runCommand } from "../commands/run_command.ts";
import type { Combination, CombinedVerifier } from "./combinations.ts";
import { prepareOffline } from "./offline_setup.ts";

/** What a combination is verified with. */
interface VerifyingSetting {
  readonly ctx: Ctx<ExecutorLive>;
  readonly setups: KeptSetups;
  readonly boundary: Boundary;
  readonly signal: AbortSignal;
  /** How many verifiers may still be executed. */
  readonly left: number;
}

/** The files of a combination, and what was found with them. */
export interface FoundChecks {
  readonly tree: string;
  readonly checks: readonly CombinedCheck[];
}

/** What was found of a combination; "apart" if it gives no tree or only that of one of them, and "limit" if more verifiers are needed than may be executed. */
type Found = FoundChecks | "apart" | "limit";

/** How many characters of a verifier's output are kept, from its end. */
const MAX_OUTPUT = 2_000;

/**
 * Combines results and runs the verifiers of their runs on that, in the sandbox, until one fails. What an earlier combination has
 * found with the same files is not executed again. Throws `StepFailed` where it cannot be verified, and `Halted` with the signal.
 */
export async function verifyCombination(
  setting: VerifyingSetting,
  { group: { control }, ground, results, verifiers }: Combination,
): Promise<Found> {
  const { ctx } = setting;
  const open = results.map((each) => each.open);
  const tree = await combinedTree(control, ground, open) ??
    await combinedTree(control, ground, open.toReversed());
  const isKnown = results.some(({ result }) => result.tree === tree);
  if (tree === null || isKnown) return "apart";
  const { root } = control.repository;
  const asked = await Promise.all(verifiers.map(async (verifier) => {
    const { run, command, setup } = verifier;
    const prepared = setup === null ? null : JSON.stringify([setup, run.base!.tree]);
    const key = await checkKey({ ctx }, { root, repositoryId: control.id, tree, command, setup: prepared });
    return { verifier, key, known: checkWithKey(ctx, key) };
  }));
  if (asked.filter(({ known }) => known === null).length > setting.left) return "limit";
  const checks: CombinedCheck[] = [];
  for (const { verifier, key, known } of asked) {
    if (known) {
      const { combinationId: _, at: _1, ...check } = known;
      checks.push({ ...check, executed: false });
    } else {
      const found = await confirmed(() => execute(setting, verifier, { control, tree }));
      checks.push({ key, command: verifier.command, executed: true, ...found });
    }
    if (checks.at(-1)!.outcome !== "passed") break;
  }
  return { tree, checks };
}

type Executed = Omit<CombinedCheck, "key" | "command" | "executed">;

/** A verifier that fails is run once more on the same files: only what fails twice is said to fail. */
async function confirmed(verify: () => Promise<Executed>): Promise<Executed> {
  const first = await verify();
  if (first.outcome !== "failed") return first;
  const again = await verify();
  if (again.outcome === "failed") return first;
  const isFlaky = again.outcome === "passed";
  const detail = isFlaky
    ? "The verifier failed, and passed when it was run once more on the same files."
    : `The verifier failed, and could not be run once more. ${again.detail}`;
  return { ...first, outcome: isFlaky ? "flaky" : "unknown", detail };
}

/** Runs one verifier on combined files, in a separate workspace. */
async function execute(
  { ctx, setups, boundary, signal }: VerifyingSetting,
  verifier: CombinedVerifier,
  { control, tree }: { control: Combination["group"]["control"]; tree: string },
): Promise<Executed> {
  const { run, command } = verifier;
  const { needs } = placementOf(ctx, run);
  if (!fits(labelsHere(ctx), needs)) {
    throw new StepFailed(
      "command_failed",
      `This machine lacks what the verifier needs (${needs.join(", ")}).`,
    );
  }
  const step = stepBeside(ctx, run.id, signal, boundary);
  const directory = `${workspacesOf(ctx.config.storageDirectory)}/${run.id}`;
  const paths = workspacePaths(`${directory}/combination`);
  await clearWorkspace(paths);
  try {
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    const parents = [run.base!.commit];
    const commit = await commitTree(control, { tree, parents, message: "Combine results\n" });
    const fresh = await createWorkspace(control, commit, paths.directory, signal);
    const workspace = await prepareOffline(step, setups, verifier, { control, workspace: fresh, tree });
    const result = await runCommand(step, {
      command,
      control,
      workspace,
      purpose: "verifier",
      about: "combination",
      onlyConfined: true,
      signal,
    });
    const { exitCode, timedOut, durationMilliseconds, confinement, output } = result;
    const passed = exitCode === 0 && !timedOut;
    return {
      outcome: timedOut ? "unknown" : passed ? "passed" : "failed",
      durationMilliseconds: Math.round(durationMilliseconds),
      confinement,
      failures: passed ? [] : failuresOf(output),
      output: output.slice(-MAX_OUTPUT),
      detail: passed
        ? `The verifier "${command}" passed.`
        : describeEnd(`The verifier "${command}"`, { exitCode, timedOut, confinement }),
    };
  } finally {
    await clearWorkspace(paths);
    // A person may be in a task of the run; what is theirs stays.
    await Deno.remove(directory).catch(() => {});
  }
}

/** Returns a step beside a run that waits for its decision: commands are executed for it, and nothing of the run changes. */
const stepBeside = (
  ctx: Ctx<ExecutorLive>,
  runId: string,
  signal: AbortSignal,
  boundary: Boundary,
): RunPort => ({
  ctx,
  runId,
  signal,
  boundary,
  run: () => requireRun(ctx, runId),
  context: (taskSessionId) => ({
    ...contextOf(requireRun(ctx, runId)),
    ...(taskSessionId !== undefined && { taskSessionId }),
  }),
  // The only thing that a setup would record here is that it failed.
  advance: () =>
    Promise.reject(new StepFailed("command_failed", "The setup command failed without network access.")),
  sessions: () => sessionsOf(ctx, runId),
});
