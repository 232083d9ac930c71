import { z } from "zod";

/** What a worker wants, in parts: for the page, and for an answer that holds for more than this question. */
export const asksSchema = z.object({
  kind: z.enum(["edit", "command", "external", "other"]),
  /** Where an answer that holds for longer belongs to. */
  in: z.object({ repositoryId: z.string(), root: z.string() }).optional(),
  command: z.string().optional(),
  directory: z.string().optional(),
  paths: z.array(z.string()).optional(),
  /** Why it is asked: where it leaves what the sandbox and the review hold. */
  crossings: z.array(z.object({ kind: z.string(), detail: z.string() })),
  network: z.boolean(),
  /** The pattern to propose for commands like this one. */
  pattern: z.string().optional(),
});
