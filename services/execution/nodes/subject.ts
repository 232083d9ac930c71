import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { asSentence } from "../../ground/kernel/words.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Subject } from "../../ground/kernel/subject.ts";
import { resumeForTask } from "../../control/lifecycle/task_wait.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import { readSchema } from "../../control/workflows/language/mod.ts";
import { NODE_SUBJECT } from "../../../store/shared/undecided.ts";
import { isRecord, recordOf } from "../../../store/shared/records.ts";

const resume = (ctx: Ctx, { runId }: ApprovalDocument) =>
  resumeForTask(ctx, runId, "an approval of the workflow was decided");

/** Approvals of workflow nodes: the workflow continues with the answer, whatever it is. */
export const workflowNodes: Subject = {
  kind: NODE_SUBJECT,
  agentReads: true,
  appliers: {
    internal: {
      check: (ctx, approval, { response }) => requireForm(ctx, approval, response),
      approved: resume,
      rejected: resume,
      ended: resume,
    },
  },
};

/** Throws `InvalidError` for a response that does not fit the node's form. */
function requireForm(ctx: Ctx, { subject }: ApprovalDocument, response: unknown): void {
  const { form } = recordOf(JSON.parse(plannedOf(ctx, subject!.id).instructions));
  if (!isRecord(form)) {
    if (response === undefined) return;
    throw new InvalidError("The approval has no form, so response would have no effect. Leave it out.");
  }
  const schema = readSchema(form);
  const checked = "fault" in schema ? schema : schema.check(response ?? {});
  if ("fault" in checked) throw new InvalidError(asSentence(`response: ${checked.fault}`));
}
