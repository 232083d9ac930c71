import { z } from "zod";
import { timeSchema } from "../../kernel/schemas.ts";

/** Something that a document names and that its repository does not have (any more). */
export const driftItemSchema = z.object({
  id: z.string(),
  kind: z.enum(["path", "command"]),
  text: z.string().describe("as the document has it, at most 200 characters"),
  line: z.number().int().describe("counted from 1; 0 is the document as a whole"),
  state: z.enum(["missing", "outside", "unknown"]).describe(
    "outside: it leads out of the repository, where nothing is looked at; unknown: more than one check may look at",
  ),
  detail: z.string(),
});
export type DriftItem = z.output<typeof driftItemSchema>;

/** What a check on the present state of the repository found. It reads, and runs nothing. */
export const driftSchema = z.object({
  checkedAt: timeSchema,
  source: z.enum(["unchanged", "changed", "missing"]).nullable().describe(
    "the imported file compared with what was imported; null for a document that was written here",
  ),
  checked: z.number().int().describe("how many paths and commands were looked at"),
  complete: z.boolean().describe("false when a bound was reached, or an item is unknown"),
  items: z.array(driftItemSchema),
});
export type Drift = z.output<typeof driftSchema>;
