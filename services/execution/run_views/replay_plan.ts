import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import {
  findDrift,
  hasObjects,
  locateRepository,
  openControl,
  pinBase,
} from "../../machine/repositories/mod.ts";
import { chooseWorker } from "../tasks/choose_worker.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import { readManifest } from "../../control/approvals/manifest.ts";
import type { RunReplayPacket } from "./proof/audit_schemas.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

type DryRun = RunReplayPacket["dryRun"];
type Input = DryRun["steps"][number]["inputs"][number];

/** Returns what replaying would do, step by step. Does nothing; the target is only read. */
export async function replayPlanOf(
  ctx: Ctx<ExecutorLive>,
  run: RunDocument,
  sessions: readonly TaskSessionDocument[],
): Promise<DryRun> {
  const steps: DryRun["steps"] = [];
  const add = (step: string, wouldDo: string, inputs: Input[]) =>
    steps.push({
      id: step,
      step,
      wouldDo,
      ready: inputs.every((input) => input.state !== "missing"),
      inputs,
    });
  add(
    "prepare",
    `Pin ${run.base?.commit.slice(0, 12) ?? "the current commit"} of ${run.repoPath}.`,
    await baseInputs(ctx, run),
  );
  add("plan", "Plan the request again.", [workerInput(ctx, run, run.plannedBy ?? run.worker ?? null)]);
  for (const session of sessions) {
    // The service itself does what needs no one.
    const worker = session.provider === "workflow" ? [] : [workerInput(ctx, run, session)];
    add(`task:${session.taskId}`, `Do "${session.title}".`, worker);
  }
  add(
    "verify",
    run.verifier ? `Run the verifier "${run.verifier.command}".` : "Nothing: no verifier was given.",
    [],
  );
  add("bundle", "Create the patch and compare it with the recorded one.", await bundleInputs(ctx, run));
  add("apply", "Ask a human, then write the working tree.", await driftInputs(ctx, run));
  return { replayable: steps.every((step) => step.ready), steps };
}

async function baseInputs(ctx: Ctx<ExecutorLive>, run: RunDocument): Promise<Input[]> {
  try {
    const { storageDirectory } = ctx.config;
    const control = await openControl(
      await locateRepository(run.repoPath, storageDirectory),
      storageDirectory,
    );
    const inputs: Input[] = [{ name: "repository", state: "unchanged", detail: `${run.repoPath} exists.` }];
    if (!run.base) return inputs;
    const there = await hasObjects(control, run.base.commit);
    const now = await ctx.execution.creating(() => pinBase(control));
    inputs.push({
      name: "base commit",
      state: there ? "unchanged" : "missing",
      detail: there ? "All its objects exist." : "Some of its objects are no longer in the repository.",
    }, {
      name: "current commit",
      state: now.commit === run.base.commit ? "unchanged" : "changed",
      detail: now.commit === run.base.commit
        ? "HEAD has not moved."
        : `HEAD is now at ${now.commit.slice(0, 12)}.`,
    });
    return inputs;
  } catch (cause) {
    return [{ name: "repository", state: "missing", detail: messageOf(cause) }];
  }
}

function workerInput(
  ctx: Ctx<ExecutorLive>,
  run: RunDocument,
  planned: { provider: string; model?: string | undefined } | null,
): Input {
  const name = planned ? `worker ${planned.provider}/${planned.model ?? "any"}` : "a worker";
  const named = planned && {
    provider: planned.provider,
    ...(planned.model !== undefined && { model: planned.model }),
  };
  const ready = "worker" in chooseWorker(ctx, named ? { worker: named } : {}, requestOf(ctx, run));
  return {
    name,
    state: ready ? "unchanged" : "missing",
    detail: ready ? "It is ready." : "It is not ready.",
  };
}

async function bundleInputs(ctx: Ctx<ExecutorLive>, run: RunDocument): Promise<Input[]> {
  const inputs: Input[] = [];
  for (
    const [name, hash] of [["patch", run.bundle?.patchSha256], [
      "manifest",
      run.bundle?.manifestSha256,
    ]] as const
  ) {
    if (!hash) continue;
    const fault = await ctx.artifacts.read(hash).then(() => null, (cause: Error) => cause.message);
    inputs.push({
      name: `recorded ${name}`,
      state: fault ? "missing" : "unchanged",
      detail: fault ?? `SHA-256 ${hash}`,
    });
  }
  return inputs;
}

async function driftInputs(ctx: Ctx<ExecutorLive>, run: RunDocument): Promise<Input[]> {
  const manifest = run.bundle && readManifest(ctx, run.bundle.manifestSha256);
  if (!manifest || !run.base) return [];
  try {
    const drift = await findDrift(run.base.root, manifest);
    const detail = drift.length === 0
      ? "No touched path has changed."
      : `${counted(drift.length, "touched path")} changed: ${
        drift.slice(0, 5).map(({ path }) => path).join(", ")
      }.`;
    return [{ name: "working tree", state: drift.length === 0 ? "unchanged" : "changed", detail }];
  } catch (cause) {
    return [{ name: "working tree", state: "missing", detail: messageOf(cause) }];
  }
}
