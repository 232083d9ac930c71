import { z } from "zod";
import { effectSchema } from "../../../store/coordinator/events.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";

/** The fields of one exchange: the message, the answer, and what it changed. */
export const turnFields = {
  id: z.string(),
  conversationId: z.string(),
  sequence: z.number().int(),
  runId: z.string().nullable(),
  actor: z.string(),
  intent: z.string().describe("how the coordinator understood the message"),
  message: z.object({
    id: z.string(),
    content: z.string(),
    attachmentIds: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    at: timeSchema,
  }),
  reply: z.object({ content: z.string(), at: timeSchema }),
  effects: z.array(effectSchema),
};
