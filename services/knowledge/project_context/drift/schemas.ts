import { z } from "zod";
import { timeSchema } from "../../../ground/kernel/schemas.ts";

/** Something that a document names and its repository does not have. */
const driftItemSchema = z.object({
  id: z.string(),
  kind: z.enum(["path", "command"]),
  text: z.string().describe("as in the document, at most 200 characters"),
  line: z.number().int().describe("counted from 1; 0 means the whole document"),
  state: z.enum(["missing", "outside", "unknown"]).describe(
    "outside: it is outside the repository, so it was not checked; unknown: a limit of the check was reached",
  ),
  detail: z.string(),
});
export type DriftItem = z.output<typeof driftItemSchema>;

/** The result of comparing with the current state of the repository. It only reads, and executes nothing. */
export const driftSchema = z.object({
  checkedAt: timeSchema,
  source: z.enum(["unchanged", "changed", "missing"]).nullable().describe(
    "the imported file compared with its import; null for a document that was not imported",
  ),
  checked: z.number().int().describe("how many paths and commands were checked"),
  complete: z.boolean().describe("false if a limit was reached, or an item is unknown"),
  items: z.array(driftItemSchema),
});
export type Drift = z.output<typeof driftSchema>;
