import { z } from "zod";

export const deleteDraftsInputSchema = z.object({
  draftIds: z.array(z.string().min(1).max(100)).min(1).max(50),
}).meta({ id: "plannerDeleteCalendarDraftsInputSchema" });

export const draftDeleteResponseSchema = z.object({
  deleted: z.array(z.string()),
  notFound: z.array(z.string()),
}).meta({ id: "plannerCalendarDraftDeleteResponseSchema" });
export type DraftDeleteResponse = z.output<typeof draftDeleteResponseSchema>;
