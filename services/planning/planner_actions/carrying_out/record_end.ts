import { type ActionDocument, plannerActionStream } from "../../../../store/planner/action_stream.ts";
import { plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import type { PlanFile } from "../plans/schemas.ts";
import { settleTasks } from "../plans/task_changes.ts";

/** How an action ended. */
export type End = {
  status: Extract<ActionDocument["status"], "executed" | "failed" | "stale" | "uncertain">;
  detail: string;
};

/**
 * Records how an action ended, in the caller's unit. If it was executed, its mails are drafted, and its tasks adopt the values of
 * the source. `plan` is null if it is no longer stored.
 */
export function recordEnd(ctx: Ctx, id: string, { status, detail }: End, plan: PlanFile | null): void {
  const done = status === "executed" ? plan : null;
  if (done?.plan.steps.some(({ kind }) => kind === "caldav_put")) settleTasks(ctx, done.taskIds);
  const drafts = done?.drafts ?? [];
  for (const { id: draftId, ...draft } of drafts) {
    const data = { ...draft, sourceId: done!.sourceId, actionId: id };
    record(ctx, plannerDraftStream, draftId, [{ type: "planner.draft_created", data }], {
      expectedVersion: 0,
    });
  }
  const data = { status, detail, draftIds: drafts.map((draft) => draft.id) };
  record(ctx, plannerActionStream, id, [{ type: "planner.action_finished", data }]);
}
