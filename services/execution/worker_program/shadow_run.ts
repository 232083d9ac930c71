import { runStream } from "../../../store/runs/stream.ts";
import { contextFor, type Core, record } from "../../ground/kernel/context.ts";
import { moveRun, newRun } from "../../control/lifecycle/runs.ts";
import { locateRepository, namedDirectory, openControl } from "../../machine/repositories/mod.ts";
import type { Manifest } from "../../workforce/worker_machines/wire/mod.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { Pool } from "../commands/pool.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { deleteRun } from "../executor/delete.ts";
import { Holds, StepContext } from "../tasks/step_context.ts";

/** Where work is done: the copy of the repository, and until when. */
export type WorkPlace = { directory: string; setups: KeptSetups; signal: AbortSignal };

/** A step of a run on a machine where no human can be asked about a setup. */
class MachineStep extends StepContext {
  override askForSetup(): Promise<void> {
    throw new StepFailed(
      "command_failed",
      "The setup command failed on the changed files without network access.",
    );
  }
}

/**
 * Does work as the control plane does its own: in a run of this machine's storage that stands where the control plane's stands,
 * and which is erased afterwards. Throws what the work throws.
 */
export async function inShadowRun<Result>(
  service: Core & ExecutorLive,
  manifest: Manifest,
  { directory, setups, signal }: WorkPlace,
  work: (step: StepContext) => Promise<Result>,
): Promise<Result> {
  const ctx = contextFor(service, "system");
  const runId = await recordRun(service, manifest, directory);
  try {
    const step = new MachineStep({
      ctx,
      runId,
      signal,
      boundary: () => {},
      pool: new Pool(1),
      setups,
      session: () => {
        throw new TypeError("a task session of another machine has none here");
      },
      halt: () => Promise.resolve(),
      elsewhere: () => ({ [Symbol.dispose]: () => {} }),
      holds: new Holds(),
      base: { begin: () => {}, result: () => Promise.resolve(null) },
    });
    return await work(step);
  } finally {
    await deleteRun(ctx, runId);
  }
}

async function recordRun(
  service: Core & ExecutorLive,
  manifest: Manifest,
  directory: string,
): Promise<string> {
  const { repository, base, setup } = manifest;
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
  const command = manifest.kind === "verification" ? manifest.command : manifest.task.verifier;
  await service.store.commit(() => {
    const request = "Work for the control plane.";
    const verifier = command === null ? {} : { verifier: { command } };
    const created = { kind: "coordinator" as const, request, repoPath, ...verifier, attempt: 1 };
    record(ctx, runStream, id, newRun(created), { runId: id, expectedVersion: 0 });
    moveRun(ctx, id, "start", { holder: service.holder });
    record(ctx, runStream, id, [
      { type: "run.prepared", data: place },
      {
        type: "run.commands_admitted",
        data: { commands: 1, setup: setup === null ? null : { command: setup, origin: "request" } },
      },
    ], { runId: id });
    if (manifest.kind === "task") return;
    record(ctx, runStream, id, [{ type: "run.integrated", data: manifest.result }], { runId: id });
  });
  return id;
}
