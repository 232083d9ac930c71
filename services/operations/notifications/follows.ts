import { listFollows } from "../../../store/notifications/follows.ts";
import { runRow } from "../../../store/notifications/subjects.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Follows } from "./follow_schemas.ts";

/** Returns what the operator chose to follow or, for a run, not to follow, newest first. */
export function listFollowed(ctx: Ctx, page: { limit: number; offset: number }): Follows {
  const { tables } = ctx.store.projector;
  const { rows, total } = listFollows(tables, page);
  return {
    items: rows.map(({ subject, run_id, following, since }) => ({
      runId: run_id || null,
      repository: run_id === "" ? subject : null,
      label: runRow(tables, run_id)?.label ?? subject,
      following: following === 1,
      since,
    })),
    total,
  };
}
