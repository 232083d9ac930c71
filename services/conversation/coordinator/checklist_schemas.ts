import { z } from "zod";
import { checklistItemSchema } from "../../../store/coordinator/events.ts";
import { countsSchema, timeSchema } from "../../ground/kernel/schemas.ts";

/** Interface, section 4: the checks before a run, item by item. */
export const preRunChecklistSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  sequence: z.number().int(),
  status: z.enum(["ok", "warn", "block"]).describe("the worst status of its items"),
  repoPath: z.string().nullable(),
  contentSha256: z.string().describe("the hash of the request that was checked"),
  items: z.array(checklistItemSchema),
  counts: countsSchema,
  checkedBy: z.string(),
  createdAt: timeSchema,
}).meta({ id: "preRunChecklistSchema" });
export type PreRunChecklist = z.output<typeof preRunChecklistSchema>;
export type ChecklistItem = z.output<typeof checklistItemSchema>;
