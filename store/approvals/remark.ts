import { z } from "zod";

/** A remark on one line of a patch; `line` is its number on the side that it is on. */
export const remarkSchema = z.object({
  path: z.string(),
  side: z.enum(["before", "after"]),
  line: z.number().int(),
  quote: z.string(),
  body: z.string(),
});
