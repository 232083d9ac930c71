import { z } from "zod";

const idSchema = z.string().min(1).max(100);

/** One draft, or several. */
export const namedDraftFields = {
  draftId: idSchema.optional(),
  draftIds: z.array(idSchema).min(1).max(50).optional(),
};

export const deleteDraftsInputSchema = z.object(namedDraftFields).refine(
  ({ draftId, draftIds }) => (draftId === undefined) !== (draftIds === undefined),
  "give either draftId or draftIds",
).meta({ id: "plannerDeleteCalendarDraftsInputSchema" });
export type DeleteDraftsInput = z.output<typeof deleteDraftsInputSchema>;

export const draftDeleteResponseSchema = z.object({
  deleted: z.array(z.string()),
  notFound: z.array(z.string()),
}).meta({ id: "plannerCalendarDraftDeleteResponseSchema" });
export type DraftDeleteResponse = z.output<typeof draftDeleteResponseSchema>;
