import { approvalStream } from "../../../../store/approvals/stream.ts";
import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import { readKept } from "../plans/plan_file.ts";
import { type Envelope, envelopeSchema } from "../mail/mail.ts";

/** Returns the draft with that id. Throws `NotFoundError`. */
export function requireDraft({ store }: Pick<Core, "store">, id: string): DraftDocument {
  const draft = store.documents.get(plannerDraftStream, id);
  if (!draft) throw new NotFoundError("draft", id);
  return draft;
}

/** Returns whether a draft was approved and is about to be sent. */
export function isApproved({ store }: Pick<Core, "store">, { status, approvalId }: DraftDocument): boolean {
  const approval = approvalId === null ? null : store.documents.get(approvalStream, approvalId);
  const { application } = approval ?? {};
  return status === "draft" && (application === "ready" || application === "applying");
}

/** Returns the recipients of a draft. */
export const readEnvelope = async (ctx: Ctx, { sha256 }: DraftDocument): Promise<Envelope> =>
  envelopeSchema.parse(JSON.parse(await readKept(ctx, sha256)));
