import type { RunDocument } from "../../../../../store/runs/document.ts";
import { type Focus, runsOf } from "../../focus.ts";
import { answer, askBack, type MessageResult, type ReplyContext } from "../../situation.ts";
import { describeRun } from "./status.ts";
import { sessionsOf } from "../../../../control/lifecycle/sessions.ts";

/** What a person can do for each reason; the run's own detail says the rest. */
const FIXES: Partial<Record<NonNullable<RunDocument["statusReason"]>, string>> = {
  verification_failed: "Fix the problem that the verifier found, or the verifier itself, and say `retry`.",
  unsupported_request: "Write it as a recipe (`help` lists the forms), or configure a model and retry.",
  approval_rejected:
    "Send the request again and include what the reviewer wanted. Next time, `rework: …` keeps the work.",
  approval_expired: "Say `retry`, and review it before it expires.",
  apply_conflict: "Request the conflicting changes in separate runs.",
  provider_unavailable: "Configure the provider (`agent-harness doctor`), or retry with another worker.",
  policy_blocked: "That class is blocked until a connector enables it. Leave that part out.",
  process_lost: "Say `retry`. The service's stderr log shows the cause.",
  timeout: "Make the task smaller or its command faster, and say `retry`.",
};

/** Says why a run failed or does not continue, from its record. */
export function explain(situation: ReplyContext, focus: Focus): MessageResult {
  const { ctx, conversation } = situation;
  const failed = focus.named || focus.run?.status === "failed"
    ? focus.run
    : runsOf(ctx, conversation.id).find(({ status }) => status === "failed") ?? focus.run;
  if (!failed) return askBack("This conversation has no run yet, so nothing has failed.");
  if (failed.status !== "failed") {
    return answer(`The run did not fail. ${describeRun(ctx, failed)}`, [failed.id], failed.id);
  }
  const sessions = sessionsOf(ctx, failed.id)
    .filter(({ status }) => status === "failed");
  const { evaluation, statusReason, statusDetail } = failed;
  const lines = [
    `The run ${failed.id} failed (${statusReason}): ${statusDetail}`,
    ...sessions.map(({ taskId, title, statusDetail }) => `- ${taskId}, ${title}: ${statusDetail}`),
    ...(evaluation?.outputSha256
      ? [`The verifier's complete output is in the artifact verification/round-${evaluation.round}.txt.`]
      : []),
    ...(statusReason && FIXES[statusReason] ? [FIXES[statusReason]] : []),
  ];
  const ids = [failed.id, ...sessions.map(({ id }) => id), ...(evaluation ? [evaluation.id] : [])];
  return answer(lines.join("\n"), ids, failed.id);
}
