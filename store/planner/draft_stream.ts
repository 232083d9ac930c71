import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";

const createdSchema = z.object({
  sourceId: z.string(),
  actionId: z.string(),
  /** Of the recipients and the mail itself, which are material of the source. */
  sha256: z.string(),
  messageSha256: z.string(),
  messageId: z.string(),
  recipients: z.number().int(),
});

const endSchema = z.object({
  status: z.enum(["sent", "failed", "uncertain"]),
  /** Positions in the list of recipients. */
  rejected: z.array(z.number().int()),
  detail: z.string(),
});

export const draftDocumentSchema = createdSchema.extend({
  id: z.string(),
  status: z.enum(["draft", "sending", "sent", "failed", "uncertain", "deleted"]),
  approvalId: z.string().nullable(),
  /** When the first byte of the mail may have left. */
  handedOverAt: z.string().nullable(),
  rejected: z.array(z.number().int()),
  detail: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DraftDocument = z.infer<typeof draftDocumentSchema>;

/** The events of a drafted mail; shapes are frozen. None contains an address or text of the mail. */
export const plannerDraftEvents = {
  "planner.draft_created": createdSchema,
  "planner.draft_reviewed": z.object({ approvalId: z.string() }),
  "planner.draft_review_ended": z.object({ detail: z.string() }),
  "planner.draft_sending": z.object({}),
  "planner.draft_handed_over": z.object({}),
  "planner.draft_finished": endSchema,
  "planner.draft_discarded": z.object({}),
} as const;

/** A mail about a calendar: drafted with an action, and sent by a separate decision. */
export const plannerDraftStream = defineStream<DraftDocument>()({
  kind: "planner_draft",
  version: 1,
  events: plannerDraftEvents,
  indexes: [["sourceId", "status"], ["status"], ["status", "updatedAt"]],
  evolve: (draft, event) => {
    if (event.type === "planner.draft_created") {
      return {
        id: idOf(event),
        ...event.data,
        status: "draft",
        approvalId: null,
        handedOverAt: null,
        rejected: [],
        detail: null,
        createdAt: event.at,
        updatedAt: event.at,
      };
    }
    return draft && { ...draft, ...change(event), updatedAt: event.at };
  },
});

type Later = Exclude<EventOf<typeof plannerDraftEvents>, { type: "planner.draft_created" }>;

function change(event: Later): Partial<DraftDocument> {
  switch (event.type) {
    case "planner.draft_reviewed":
      return { approvalId: event.data.approvalId, status: "draft", handedOverAt: null, detail: null };
    case "planner.draft_review_ended":
      return { approvalId: null, detail: event.data.detail };
    case "planner.draft_sending":
      return { status: "sending" };
    case "planner.draft_handed_over":
      return { handedOverAt: event.at };
    case "planner.draft_finished":
      return event.data;
    case "planner.draft_discarded":
      return { status: "deleted" };
  }
}
