import type { TrialDocument } from "../../../store/trials/document.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { deletedBefore } from "../../ground/kernel/deleted_before.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { abandonAttempts } from "./attempt.ts";
import type { TrialService } from "./bench.ts";
import { eraseTrial } from "./erase.ts";
import { planTrial } from "./plan.ts";
import { requireTrial, showTrial } from "./read_model.ts";
import type { ShownTrial, StartTrialInput } from "./schemas.ts";
import type { TrialsLive } from "./work.ts";

type Service = Ctx<TrialService & TrialsLive>;

/** Starts the workers at the cases. Throws `InvalidError` if the plan is no longer the one that was shown. */
export function startTrial(ctx: Service, id: string, { sha256, asked }: StartTrialInput): ShownTrial {
  const shown = planTrial(ctx, id, asked);
  if (shown.sha256 !== sha256) {
    throw new InvalidError(
      "What the trial would cost or send has changed since it was shown. Look at the plan again: POST /trials/:id/plan.",
    );
  }
  record(ctx, trialStream, id, [{ type: "trial.started", data: shown.plan }]);
  return begun(ctx, id);
}

/** Stops a trial and the runs that are under way in it; their attempts begin again when it resumes. Throws `InvalidError`. */
export async function stopTrial(ctx: Service, id: string): Promise<ShownTrial> {
  const trial = requireTrial(ctx, id);
  if (trial.status !== "finding" && trial.status !== "running") throw notNow(trial, "stopped");
  const detail = "A person stopped it. Resume it to continue.";
  await ctx.store.commit(() => record(ctx, trialStream, id, [{ type: "trial.stopped", data: { detail } }]));
  await ctx.trials.halt(id, () => abandonAttempts(ctx, requireTrial(ctx, id)));
  return showTrial(requireTrial(ctx, id));
}

/**
 * Continues a stopped trial, or the search for cases where its time was over. What has ended is not attempted again. Throws
 * `InvalidError`.
 */
export function resumeTrial(ctx: Service, id: string): ShownTrial {
  const trial = requireTrial(ctx, id);
  const { status, cases, candidates } = trial;
  if (status !== "stopped" && !(status === "ready" && cases.length < candidates)) {
    throw notNow(trial, "resumed");
  }
  record(ctx, trialStream, id, [{ type: "trial.resumed", data: {} }]);
  return begun(ctx, id);
}

/**
 * Erases a trial with the runs of its attempts and all that it has on disk. Returns the erased id. Throws `InvalidError` for one
 * that is under way. Once this is recorded, the next start completes what a crash interrupts.
 */
export async function deleteTrial(ctx: Service, id: string): Promise<{ deleted: string }> {
  if (deletedBefore(ctx, trialStream, id)) return { deleted: id };
  await ctx.store.commit(() => {
    const { status } = requireTrial(ctx, id);
    if (status === "finding" || status === "running") {
      throw new InvalidError(`The trial ${id} is ${status}. Stop it first: agent-harness trial stop ${id}.`);
    }
    if (status !== "deleting") record(ctx, trialStream, id, [{ type: "trial.deletion_started", data: {} }]);
  });
  await ctx.trials.halt(id, () => eraseTrial(ctx, id));
  return { deleted: id };
}

function begun(ctx: Service, id: string): ShownTrial {
  ctx.onceSettled(() => ctx.trials.begin(id));
  return showTrial(requireTrial(ctx, id));
}

const notNow = ({ id, status }: TrialDocument, what: string): InvalidError =>
  new InvalidError(`The trial ${id} is ${status}, so it cannot be ${what}.`);
