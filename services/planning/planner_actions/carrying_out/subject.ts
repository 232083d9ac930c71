import { plannerActionStream } from "../../../../store/planner/action_stream.ts";
import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import { type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Subject } from "../../../ground/kernel/subject.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { carryOutAction } from "./carry_out_action.ts";
import { requireAction } from "../plans/plan_file.ts";

/** What a decision about a calendar change does. */
export const actionSubject: Subject<Core & SourceLive> = {
  kind: "planner_action",
  agentReads: false,
  appliers: {
    "external-write": {
      check: (ctx, { subject }) => {
        const { id, expiresAt } = requireAction(ctx, subject!.id);
        if (expiresAt <= ctx.now().toISOString()) {
          throw new InvalidError(`The plan ${id} expired at ${expiresAt}. Plan it again.`);
        }
      },
      approved: (ctx, { subject }) => {
        record(ctx, plannerActionStream, subject!.id, [{ type: "planner.action_approved", data: {} }]);
      },
      rejected: (ctx, approval, note) =>
        end(ctx, approval, "cancelled", `It was rejected. ${note ?? ""}`.trim()),
      ended: (ctx, approval, detail) =>
        end(
          ctx,
          approval,
          requireAction(ctx, approval.subject!.id).expiresAt <= ctx.now().toISOString()
            ? "expired"
            : "cancelled",
          detail,
        ),
      apply: (ctx, { subject }, attempt) => carryOutAction(ctx, subject!.id, attempt),
    },
  },
};

function end(ctx: Ctx, { subject }: ApprovalDocument, status: "cancelled" | "expired", detail: string): void {
  record(ctx, plannerActionStream, subject!.id, [{ type: "planner.action_ended", data: { status, detail } }]);
}
