import type { ActionDocument } from "../../../store/planner/action_stream.ts";
import { plannerDraftStream } from "../../../store/planner/draft_stream.ts";
import type { Finding } from "../../ground/effects/effect.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { recordEnd } from "./carrying_out/record_end.ts";
import { requireDraft } from "./drafts/draft_file.ts";
import { readPlan, requireAction } from "./plans/plan_file.ts";
import type { PlanFile } from "./plans/schemas.ts";

/**
 * Returns a function that records whether an uncertain change was written to the calendar, as a person found. If it was, its mails
 * are drafted. One that was not is planned anew.
 */
export async function settleAction(ctx: Ctx, id: string, { as, note }: Finding): Promise<() => void> {
  const plan = await keptPlan(ctx, requireAction(ctx, id));
  return () => {
    if (requireAction(ctx, id).status !== "uncertain") return;
    const found = as === "done" ? "was written" : "was not written. Plan it again";
    const detail = `A person found that it ${found}.${note ? ` ${note}` : ""}`;
    recordEnd(ctx, id, { status: as === "done" ? "executed" : "failed", detail }, plan);
  };
}

/**
 * Returns a function that records whether an uncertain mail arrived, as a person found. One that did not can be reviewed and sent
 * again.
 */
export function settleMail(ctx: Ctx, id: string, { as, note }: Finding): () => void {
  return () => {
    if (requireDraft(ctx, id).status !== "uncertain") return;
    const detail = `A person found that it ${as === "done" ? "arrived" : "did not arrive"}.${
      note ? ` ${note}` : ""
    }`;
    const data = { status: as === "done" ? "sent" as const : "failed" as const, rejected: [], detail };
    record(ctx, plannerDraftStream, id, [{ type: "planner.draft_finished", data }]);
  };
}

/** Returns what was planned; null where it was erased with its source. */
async function keptPlan(ctx: Ctx, action: ActionDocument): Promise<PlanFile | null> {
  try {
    return await readPlan(ctx, action);
  } catch (cause) {
    if (cause instanceof UnavailableError) return null;
    throw cause;
  }
}
