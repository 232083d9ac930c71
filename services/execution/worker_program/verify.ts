import { runStream } from "../../../store/runs/stream.ts";
import { sha256 } from "../../../store/chain.ts";
import type { Statement } from "../../../store/worker_machines/document.ts";
import { contextFor, type Core, record } from "../../ground/kernel/context.ts";
import { moveRun, newRun } from "../../control/lifecycle/runs.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { locateRepository, namedDirectory, openControl } from "../../machine/repositories/mod.ts";
import type { Manifest } from "../../workforce/worker_machines/wire/mod.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { Pool } from "../commands/pool.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { deleteRun } from "../executor/delete.ts";
import { Holds, StepContext } from "../executor/step_context.ts";
import { verifyHere } from "../commands/verify_here.ts";

/** Where a verification is done: the copy of the repository, and until when. */
type Place = { directory: string; setups: KeptSetups; signal: AbortSignal };

/** Runs a step of a verification on a machine where no human can be asked. */
class VerificationStep extends StepContext {
  override askForSetup(): Promise<void> {
    throw new StepFailed(
      "command_failed",
      "The setup command failed on the changed files without network access.",
    );
  }
}

/**
 * Does a verification as the control plane does its own: in a run of this machine's storage, which is erased afterwards. Throws
 * what `verifyHere` throws.
 */
export async function verify(
  service: Core & ExecutorLive,
  manifest: Manifest,
  { directory, setups, signal }: Place,
): Promise<{ statement: Statement; output: string }> {
  const ctx = contextFor(service, "system");
  const runId = await recordRun(service, manifest, directory);
  try {
    const step = new VerificationStep({
      ctx,
      runId,
      signal,
      boundary: () => {},
      pool: new Pool(1),
      setups,
      session: () => {
        throw new TypeError("a verification has no task sessions");
      },
      holds: new Holds(),
      base: { begin: () => {}, result: () => Promise.resolve(null) },
    });
    const run = requireRun(ctx, runId);
    const result = await verifyHere(step, { run, commit: manifest.result.commit, signal });
    if (result === "waits") throw new TypeError("a verification waits for nobody here");
    const { exitCode, timedOut, durationMilliseconds, confinement, output } = result;
    return {
      output,
      statement: {
        assignmentId: manifest.assignmentId,
        fence: manifest.fence,
        runId: manifest.runId,
        tree: manifest.result.tree,
        command: manifest.command,
        setup: manifest.setup,
        exitCode,
        timedOut,
        durationMilliseconds: Math.round(durationMilliseconds),
        outputSha256: sha256(output),
        confinement,
      },
    };
  } finally {
    await deleteRun(ctx, runId);
  }
}

/** Records a run that stands where the control plane's stands before its verification. */
async function recordRun(
  service: Core & ExecutorLive,
  { repository, base, result, command, setup }: Manifest,
  directory: string,
): Promise<string> {
  const ctx = contextFor(service, "system");
  const { storageDirectory } = service.config;
  const repoPath = namedDirectory({ root: directory, prefix: repository.prefix });
  const control = await openControl(await locateRepository(repoPath, storageDirectory), storageDirectory);
  const { root, prefix, kind } = control.repository;
  const id = ctx.newId("run");
  const place = {
    repositoryId: control.id,
    root,
    ...(prefix !== "" && { prefix }),
    kind,
    ...base,
    ref: null,
  };
  await service.store.commit(() => {
    const request = "A verification for the control plane.";
    const created = { kind: "coordinator" as const, request, repoPath, verifier: { command }, attempt: 1 };
    record(ctx, runStream, id, newRun(created), { runId: id, expectedVersion: 0 });
    moveRun(ctx, id, "start", { holder: service.holder });
    record(ctx, runStream, id, [
      { type: "run.prepared", data: place },
      {
        type: "run.commands_admitted",
        data: { commands: 1, setup: setup === null ? null : { command: setup, origin: "request" } },
      },
      { type: "run.integrated", data: result },
    ], { runId: id });
  });
  return id;
}
