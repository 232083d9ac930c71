import type { z } from "zod";
import {
  type ApprovalDocument,
  type approvalEvents,
  approvalStream,
} from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { contextOf } from "./event_context.ts";
import { arrowsOf, type Transitions } from "./transition.ts";
import { isOneOf } from "../../../store/shared/tuples.ts";

type Events = typeof approvalEvents;
type Status = ApprovalDocument["status"];

/** Every change of an approval's state. Only `moveApproval` makes them. */
export const APPROVAL_MOVES = {
  approve: { from: ["pending"], to: ["approved"], event: "approval.approved", when: "" },
  /** Selected changes are shown again before anything is applied. */
  approveChanges: {
    from: ["pending"],
    to: ["superseded"],
    event: "approval.approved",
    when: "single changes accepted",
  },
  reject: { from: ["pending"], to: ["rejected"], event: "approval.rejected", when: "" },
  expire: { from: ["pending"], to: ["expired"], event: "approval.expired", when: "" },
  supersede: { from: ["pending"], to: ["superseded"], event: "approval.superseded", when: "" },
  cancel: { from: ["pending"], to: ["cancelled"], event: "approval.cancelled", when: "" },
  startApplying: { from: ["approved"], to: ["approved"], event: "approval.apply_started", when: "" },
  applied: { from: ["approved"], to: ["approved"], event: "approval.applied", when: "" },
  applyFailed: { from: ["approved"], to: ["approved"], event: "approval.apply_failed", when: "" },
  applyCancelled: {
    from: ["approved"],
    to: ["approved"],
    event: "approval.apply_cancelled",
    when: "the run ended before anything was written",
  },
  stale: { from: ["approved"], to: ["approved"], event: "approval.stale", when: "" },
} as const satisfies Transitions<Status, keyof Events & string>;

/** The name of a transition. */
export type ApprovalMove = keyof typeof APPROVAL_MOVES;

/** The data of its event. */
type ApprovalMoveData<Name extends ApprovalMove> = z.input<
  Events[(typeof APPROVAL_MOVES)[Name]["event"]]
>;

type Append = Parameters<typeof record<object, Events>>[3];

/**
 * Records a change of an approval's state and returns true; false if the table does not allow it in this state.
 * `taskSessionId` says that the change belongs to a task session's own work.
 */
export function moveApproval<Name extends ApprovalMove>(
  ctx: Ctx,
  id: string,
  name: Name,
  data: ApprovalMoveData<Name>,
  taskSessionId?: string,
): boolean {
  const approval = ctx.store.documents.get(approvalStream, id);
  if (!approval) throw new NotFoundError("approval", id);
  const { from, event: type } = APPROVAL_MOVES[name];
  if (!isOneOf(from, approval.status)) return false;
  const run = ctx.store.documents.get(runStream, approval.runId);
  const context = {
    ...(run ? contextOf(run) : { runId: approval.runId }),
    ...(taskSessionId && { taskSessionId }),
  };
  record(ctx, approvalStream, id, [{ type, data }] as Append, context);
  return true;
}

/** The event with which an approval begins. */
export const newApproval = (data: z.input<Events["approval.requested"]>) => ({
  type: "approval.requested" as const,
  data,
});

/** Returns every transition between states of an approval, for diagrams. */
export const approvalArrows = () => arrowsOf<Status>(APPROVAL_MOVES);
