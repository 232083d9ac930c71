import { plannerDraftStream } from "../../../store/planner/draft_stream.ts";
import type { Finding } from "../../ground/effects/effect.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { requireDraft } from "./drafts/draft_file.ts";

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
