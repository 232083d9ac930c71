import type { BaseCheck as Check } from "../../../../store/runs/base_check.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { baseOutputPath } from "../../../control/runs/verification_paths.ts";
import { Halted, knownFailure, StepFailed } from "../../commands/interrupts.ts";
import type { RunPort, StepPorts } from "../../commands/ports.ts";
import { fits, labelsHere, placementOf } from "../../../workforce/worker_machines/leases/mod.ts";
import { executeOnBase } from "./execute.ts";
import { knownCheck } from "../../../control/runs/base_checks.ts";
import { checkKey } from "../../commands/check_key.ts";
import { setupOf } from "../../commands/prepare_workspace.ts";

/** Whether the recorded result is about these files and this verifier. */
const isCurrent = ({ baseCheck, base, verifier }: RunDocument): boolean =>
  baseCheck !== undefined && baseCheck.tree === base?.tree && baseCheck.command === verifier?.command;

type Going = { about: string; controller: AbortController; ended: Promise<unknown> };

/**
 * Runs a run's verifier on its base, in parallel with its tasks, and records the result. The next run with the same base,
 * verifier and setup reuses it. Each driver has one.
 */
export class BaseVerification {
  #going: Going | null = null;

  /** Starts the check, unless it is running or its result is known. A run without a verifier has no check. */
  begin(step: StepPorts): void {
    const run = step.run();
    if (!run.verifier || isCurrent(run)) return;
    const about = `${run.base!.tree} ${run.verifier.command}`;
    if (this.#going?.about === about) return;
    const before = this.stop();
    const controller = new AbortController();
    const signal = AbortSignal.any([step.signal, controller.signal]);
    const ended = before.then(() => find(step, run, signal));
    // A failure here is not the run's fault, so the result says that the check was not run.
    ended.catch(() => {});
    this.#going = { about, controller, ended };
  }

  /** Returns the result for the base, or what is known of it after the given number of milliseconds. */
  async result(step: StepPorts, patienceMilliseconds: number): Promise<Check | null> {
    this.begin(step);
    const { ended, controller } = this.#going ?? {};
    const timer = setTimeout(() => controller?.abort(new Halted()), patienceMilliseconds);
    const failure = await ended?.then(() => null, (cause) => cause).finally(() => clearTimeout(timer));
    this.#going = null;
    step.signal.throwIfAborted();
    const run = step.run();
    if (isCurrent(run)) return run.baseCheck!;
    if (!run.verifier) return null;
    const why = knownFailure(failure)?.detail;
    const { command } = run.verifier;
    const detail = controller?.signal.aborted
      ? "It did not finish on the files before the change: it takes longer there than on the result."
      : `It was not run on the files before the change${why ? `: ${why}` : "."}`;
    return { key: "", tree: run.base!.tree, command, outcome: "not_run", failures: [], detail };
  }

  /** Stops the check; resolves when no process of it is left. */
  async stop(): Promise<void> {
    const going = this.#going;
    this.#going = null;
    going?.controller.abort(new Halted());
    await going?.ended.catch(() => {});
  }
}

/** Finds or computes the result and records it. */
async function find(step: StepPorts, run: RunDocument, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { root, repositoryId, tree } = run.base!;
  const setup = setupOf(step, run)?.command ?? null;
  const key = await checkKey(step, { root, repositoryId, tree, command: run.verifier!.command, setup });
  const known = knownCheck(step.ctx, key);
  if (known) return await keep(step, run, known, await outputOf(step, known));
  const { needs } = placementOf(step.ctx, run);
  if (!fits(labelsHere(step.ctx), needs)) {
    throw new StepFailed("command_failed", `this machine lacks what the run needs (${needs.join(", ")}).`);
  }
  const { check, output } = await executeOnBase(step, run, signal);
  if (check.outcome === "not_run") return;
  const content = output === "" ? null : await step.ctx.artifacts.write(output);
  await step.boundary("base:checked");
  await keep(step, run, { key, ...check, ...(content && { outputSha256: content.sha256 }) }, content);
}

/** Each run has the output among its own artifacts, as long as it is stored. */
async function outputOf({ ctx }: RunPort, { outputSha256: sha256 }: Check) {
  if (sha256 === undefined) return null;
  const found = await Deno.stat(ctx.artifacts.path(sha256)).catch(() => null);
  return found && { sha256, size: found.size };
}

async function keep(
  step: RunPort,
  { base }: RunDocument,
  check: Check,
  content: { sha256: string; size: number } | null,
): Promise<void> {
  const { ctx, runId } = step;
  await ctx.store.commit(() => {
    const now = requireRun(ctx, runId);
    if (now.base?.tree !== base!.tree || isCurrent(now) || now.finishedAt) return;
    if (content) {
      recordArtifact(ctx, step.context(), content, {
        path: baseOutputPath(check.tree),
        purpose: "verification",
        previewType: "text",
        label: "Verifier output before the change",
        summary: check.detail,
        mediaType: "text/plain",
      });
    }
    record(ctx, runStream, runId, [{ type: "run.base_checked", data: check }], step.context());
  });
}
