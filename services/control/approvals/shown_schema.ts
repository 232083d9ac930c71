import { z } from "zod";

const count = z.number().int().min(0).max(1_000_000);

/** What the client that sends a decision showed of it. A client that shows nothing leaves it out. */
export const shownInputSchema = z.object({
  by: z.enum(["page", "screen", "command"]),
  files: z.object({
    seen: count,
    of: count,
    paths: z.array(z.string().min(1).max(4096)).max(200).optional().describe(
      "the first of those that were seen",
    ),
  }).refine(({ seen, of }) => seen <= of, "seen is at most of")
    .refine(({ seen, paths = [] }) => paths.length <= seen, "paths are at most as many as seen")
    .optional()
    .describe("the files of the patch, and those of which each changed line was on the screen"),
});
