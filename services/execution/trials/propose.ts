import { defaultsStream } from "../../../store/repositories/defaults.ts";
import { routingPolicyStream } from "../../../store/models/routing_policy_stream.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import { defaultOf } from "../../control/autonomy/defaults/mod.ts";
import { requireChange, showChange } from "../../control/changes/read_model.ts";
import { requestChange } from "../../control/changes/request.ts";
import type { Change } from "../../control/changes/schemas.ts";
import { otherDecisions, recordApproved } from "../../control/changes/settle.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Subject } from "../../ground/kernel/subject.ts";
import { namedDirectory, repositoryId } from "../../machine/repositories/mod.ts";
import { recordOf } from "../../../store/shared/records.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { compare } from "./compare.ts";
import { requireTrial } from "./read_model.ts";
import type { ProposeTrialInput } from "./schemas.ts";

/**
 * Asks a human to prefer a worker that a trial found to be better, for the repository or in all routing. Throws `InvalidError` if
 * the trial did not find that.
 */
export function proposeWorker(ctx: Ctx<ApplyingLive>, id: string, { worker, as }: ProposeTrialInput): Change {
  const trial = requireTrial(ctx, id);
  const { pairs } = compare(trial);
  const own = pairs.filter(({ first, second }) => first === worker || second === worker);
  const wins = own.filter(({ first, verdict }) => verdict === (first === worker ? "first" : "second"));
  const losses = own.filter(({ first, verdict }) => verdict === (first === worker ? "second" : "first"));
  if (wins.length === 0 || losses.length > 0) {
    const why = own.map(({ sentence }) => sentence).join(" ");
    throw new InvalidError(
      `The trial ${id} does not speak for ${worker}. ${why || "It did not compare it with another worker."}`,
    );
  }
  const root = namedDirectory(trial);
  const isDefault = as === "default_worker";
  const where = isDefault ? `in ${root}` : "in all routing";
  return ctx.write(() => {
    const change = requestChange(ctx, {
      kind: "worker_choice",
      targetId: isDefault ? repositoryId(root) : null,
      baseVersion: null,
      baseSha256: null,
      proposed: { as, worker, root, trialId: id },
      diff: [{
        path: isDefault ? "defaults.worker" : "routing.prefer",
        before: isDefault ? defaultOf(ctx, root, "worker")?.value ?? null : null,
        after: worker,
        effect: "neutral",
      }],
      risk: "low",
      evidence: own.map(({ sentence }, i) => ({
        id: `pair_${i + 1}`,
        label: `Trial ${id}`,
        detail: sentence,
      })),
      title: `Prefer ${worker} ${where}`,
      summary: wins.map(({ sentence }) => sentence).join(" ").slice(0, 1000),
    });
    record(ctx, trialStream, id, [{ type: "trial.proposed", data: { changeId: change.id } }]);
    return showChange(change);
  });
}

/** Handles a decision about which worker to prefer. */
export const workerChoiceSubject: Subject<Core> = {
  kind: "worker_choice",
  agentReads: false,
  appliers: {
    internal: {
      ...otherDecisions,
      approved: (ctx, approval) => {
        const { proposed } = requireChange(ctx, approval.subject!.id);
        const { as, worker, root } = proposed;
        if (typeof worker !== "string" || typeof root !== "string") {
          throw new TypeError("no worker is proposed");
        }
        if (as === "default_worker") {
          const id = repositoryId(root);
          record(ctx, defaultsStream, id, [{ type: "defaults.set", data: { root, values: { worker } } }]);
          return recordApproved(ctx, approval, id);
        }
        const at = worker.indexOf("/");
        const id = ctx.newId("route");
        record(ctx, routingPolicyStream, id, [{
          type: "routing_policy.created",
          data: {
            name: `Found by ${recordOf(proposed).trialId}`,
            status: "active",
            priority: 0,
            match: { role: "worker" },
            prefer: [{ provider: worker.slice(0, at), model: worker.slice(at + 1) }],
            limits: {},
          },
        }], { expectedVersion: 0 });
        recordApproved(ctx, approval, id);
      },
    },
  },
};
