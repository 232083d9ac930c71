import { join } from "node:path";
import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { ExecutorLive } from "../../execution/commands/live.ts";
import { KeptSetups, setupsOf } from "../../execution/commands/kept_setups.ts";
import { verify } from "../../execution/worker_program/verify.ts";
import { importObjects, makeCopy } from "../../machine/repositories/mod.ts";
import { CAPSULE_FILES } from "./manifest.ts";
import type { ReadCapsule } from "./read.ts";

/** What a capsule asks to run on this machine. */
type CapsuleCommands = { request: string; verifier: string; setup: string | null };

/** What the verifier found here, beside what the capsule says of it. */
export type Rerun = {
  same: boolean;
  /** The tree of the result, on which the verifier ran. */
  tree: string;
  here: { outcome: "passed" | "failed"; exitCode: number };
  recorded: { outcome: string; exitCode: number | null };
  output: string;
};

/** Returns what a rerun would run. Throws `InvalidError` where the run has no verified result. */
export function commandsOf({ manifest: { run, runId } }: ReadCapsule): CapsuleCommands {
  const { request, verifier, setup, result, evaluation } = run;
  if (verifier === null || result === null || evaluation === null) {
    throw new InvalidError(
      `The run ${runId} has no result that a verifier was run on, so there is nothing to run again.`,
    );
  }
  return { request, verifier, setup };
}

/**
 * Creates a repository with the base and the result in a given directory, and runs setup and verifier on the result in this
 * machine's sandbox, without network. Throws `InvalidError` without a sandbox: it is a stranger's code.
 */
export async function rerunCapsule(
  service: Core & ExecutorLive,
  capsule: ReadCapsule,
  directory: string,
  signal: AbortSignal,
): Promise<Rerun> {
  const { verifier, setup } = commandsOf(capsule);
  const { manifest: { repository, run: { base, result, evaluation }, runId } } = capsule;
  if (!repository || !base || !result || !evaluation) throw new TypeError("commandsOf() has checked it");
  const sandbox = await service.sandbox.find();
  if (!sandbox.available) {
    throw new InvalidError(`${sandbox.reason} A stranger's commands run only in a sandbox. ${sandbox.fix}`);
  }
  await makeCopy(directory, repository);
  await importObjects(directory, join(capsule.directory, CAPSULE_FILES.objects), {
    format: repository.objectFormat,
    count: repository.objects,
    commits: base.commit === result.commit ? [base.commit] : [base.commit, result.commit],
  });
  const order = {
    kind: "verification" as const,
    assignmentId: runId,
    leaseId: "",
    leaseMilliseconds: 0,
    fence: 0,
    runId,
    round: 0,
    repository: { id: runId, kind: "git" as const, ...repository },
    base,
    result,
    command: verifier,
    setup,
    pack: { sha256: "", bytes: 0 },
  };
  const setups = new KeptSetups(setupsOf(service.config.storageDirectory), service.now);
  const { statement, output } = await verify(service, order, { directory, setups, signal });
  const { exitCode, timedOut, tree } = statement;
  const outcome = exitCode === 0 && !timedOut ? "passed" : "failed";
  return {
    same: outcome === evaluation.outcome &&
      (evaluation.exitCode === null || exitCode === evaluation.exitCode),
    tree,
    here: { outcome, exitCode },
    recorded: evaluation,
    output,
  };
}
