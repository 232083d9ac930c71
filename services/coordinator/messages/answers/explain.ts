import type { RunDocument } from "../../../../store/runs/document.ts";
import { type Focus, runsOf } from "../focus.ts";
import { type Action, answer, askBack, type Situation } from "../situation.ts";
import { describeRun } from "./status.ts";
import { sessionsOf } from "../../../lifecycle/sessions.ts";

/** What a person does after each reason; the sentence that the run recorded says the rest. */
const FIXES: Partial<Record<NonNullable<RunDocument["statusReason"]>, string>> = {
  verification_failed: "Correct what the verifier complains about, or the verifier itself, and say `retry`.",
  unsupported_request: "Ask for it as a recipe (`help` lists the forms), or configure a model and retry.",
  approval_rejected: "Ask again with what the reviewer wanted; `rework: …` keeps the work next time.",
  approval_expired: "Say `retry`, and review it before it expires.",
  apply_conflict: "Ask for the conflicting changes one after the other.",
  provider_unavailable: "Configure the provider (`agent-harness doctor`), or retry with another worker.",
  policy_blocked: "That class is blocked until a connector enables it; leave that part out.",
  process_lost: "Say `retry`; the service's stderr log has what ended it.",
  timeout: "Make the task smaller or its command faster, and say `retry`.",
};

/** Says why a run failed, or why it does not go on, from what it recorded. */
export function explain(situation: Situation, focus: Focus): Action {
  const { ctx, conversation } = situation;
  const failed = focus.named || focus.run?.status === "failed"
    ? focus.run
    : runsOf(ctx, conversation.id).find(({ status }) => status === "failed") ?? focus.run;
  if (!failed) return askBack("This conversation has started no run yet, so nothing can have failed.");
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
      ? [`The verifier's whole output is the artifact verification/round-${evaluation.round}.txt.`]
      : []),
    ...(statusReason && FIXES[statusReason] ? [FIXES[statusReason]] : []),
  ];
  const ids = [failed.id, ...sessions.map(({ id }) => id), ...(evaluation ? [evaluation.id] : [])];
  return answer(lines.join("\n"), ids, failed.id);
}
