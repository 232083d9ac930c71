import type { Evidence } from "../../../../store/approvals/stream.ts";
import { plannerActionStream } from "../../../../store/planner/action_stream.ts";
import type { ApplyingLive } from "../../../control/approvals/applying.ts";
import { requestReview } from "../../../control/approvals/request.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { type Made, made } from "../../../ground/kernel/made.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { keepText, requireAction, showAction } from "./plan_file.ts";
import type { CalendarActionResponse, PlanFile } from "./schemas.ts";

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Records a plan and requests its review; called where nothing else can refuse it. */
export type Prepared = () => Made<CalendarActionResponse>;

/** Stores the plan, and returns a function that records it and requests its review. */
export async function recordPlan(
  ctx: Ctx<ApplyingLive>,
  file: PlanFile,
  { undoOf = null, requestSha256 }: { undoOf?: string | null | undefined; requestSha256?: string },
): Promise<Prepared> {
  const { id, sourceId, action, plan: { steps, serverNotifies }, taskIds, evidence } = file;
  const kept = await keepText(ctx, sourceId, `${JSON.stringify(file, null, 2)}\n`);
  const outside = steps.some(({ kind }) => kind === "caldav_put" || kind === "caldav_delete");
  const policyClass = outside ? "external-write" as const : "internal" as const;
  return () => {
    ctx.write(() => {
      const plan: Evidence = {
        id: `${id}/plan.json`,
        kind: "external-write-artifact",
        path: "plan.json",
        ...kept,
        summary: "The plan: every step, the differences, the occurrences and the people affected",
      };
      const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MILLISECONDS).toISOString();
      const approvalId = outside
        ? requestReview(ctx, {
          subject: { kind: "planner_action", id },
          policyClass: "external-write",
          risk: action === "cancel" || serverNotifies.length > 0 ? "high" : "medium",
          recommendedAction: "inspect",
          reasons: [
            `${counted(steps.length, "step")} for the source "${sourceId}".`,
            serverNotifies.length > 0
              ? `The server may mail ${counted(serverNotifies.length, "person", "people")} automatically.`
              : "It sends no mail.",
          ],
          title: `Change the calendar "${sourceId}": ${action.replaceAll("_", " ")}`,
          summary: "It is written once, and only if the calendar has not changed since the review.",
          evidence: [plan, ...evidence],
          expiresAt,
        })
        : null;
      const data = {
        sourceId,
        action,
        policyClass,
        approvalId,
        planSha256: kept.sha256,
        steps: steps.length,
        taskIds,
        expiresAt,
        undoOf,
        ...(requestSha256 !== undefined && { requestSha256 }),
      };
      record(ctx, plannerActionStream, id, [{ type: "planner.action_planned", data }], {
        expectedVersion: 0,
      });
    });
    return made(showAction(requireAction(ctx, id), file));
  };
}
