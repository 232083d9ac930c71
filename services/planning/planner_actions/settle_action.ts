import { plannerActionStream } from "../../../store/planner/action_stream.ts";
import type { Finding } from "../../ground/effects/effect.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { requireAction } from "./plans/plan_file.ts";

/** Records whether an uncertain change was written to the calendar, as a person found. One that was not is planned anew. */
export function settleAction(
  ctx: Ctx,
  id: string,
  { as, note }: Finding,
): void {
  if (requireAction(ctx, id).status !== "uncertain") return;
  const found = as === "done" ? "was written" : "was not written. Plan it again";
  const detail = `A person found that it ${found}.${note ? ` ${note}` : ""}`;
  const status = as === "done" ? "executed" as const : "failed" as const;
  record(ctx, plannerActionStream, id, [{
    type: "planner.action_finished",
    data: { status, detail, draftIds: [] },
  }]);
}
