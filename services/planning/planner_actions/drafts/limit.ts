import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { HOUR } from "../../../../store/shared/durations.ts";
import { isApproved } from "./draft_file.ts";

/** How many people may be mailed per hour. */
const MAX_RECIPIENTS_AN_HOUR = 100;

/** Throws `InvalidError` if too many people would be mailed within an hour by these drafts, those sent, and those approved. */
export function requireFewEnough(ctx: Pick<Ctx, "store" | "now">, drafts: readonly DraftDocument[]): void {
  if (drafts.length === 0) return; // after the clock was set back, more people were mailed within the hour
  const from = new Date(ctx.now().getTime() - HOUR + 1).toISOString();
  const find = (status: DraftDocument["status"]) => ctx.store.documents.all(plannerDraftStream, { status });
  const lately = (status: DraftDocument["status"]) =>
    ctx.store.documents.lowest(plannerDraftStream, { status }, "updatedAt", {
      from,
      limit: MAX_RECIPIENTS_AN_HOUR + 1, // each has a recipient, so that more change nothing
    });
  const others = [
    ...lately("sent"),
    ...lately("uncertain"),
    ...find("sending"),
    ...find("draft").filter((draft) => isApproved(ctx, draft)),
  ].filter(({ id }) => drafts.every((draft) => draft.id !== id));
  const count = [...others, ...drafts].reduce((sum, { recipients }) => sum + recipients, 0);
  if (count > MAX_RECIPIENTS_AN_HOUR) {
    throw new InvalidError(
      `${
        counted(count, "person", "people")
      } would be mailed within an hour, and the limit is ${MAX_RECIPIENTS_AN_HOUR}. Send the rest later.`,
    );
  }
}
