import { z } from "zod";
import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import { readKept } from "../plans/plan_file.ts";
import type { Envelope } from "../mail/mail.ts";

const envelopeSchema = z.object({
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  content: z.string(),
  messageId: z.string(),
  messageSha256: z.string(),
});

/** Returns the draft with that id. Throws `NotFoundError`. */
export function requireDraft({ store }: Pick<Core, "store">, id: string): DraftDocument {
  const draft = store.documents.get(plannerDraftStream, id);
  if (!draft) throw new NotFoundError("draft", id);
  return draft;
}

/** Returns the recipients of a draft. */
export const readEnvelope = async (ctx: Ctx, { sha256 }: DraftDocument): Promise<Envelope> =>
  envelopeSchema.parse(JSON.parse(await readKept(ctx, sha256)));
