import { z } from "zod";

/** What a worker asks for, in parts: for the page, and for an answer that covers more than this question. */
export const asksSchema = z.object({
  kind: z.enum(["edit", "command", "external", "other"]),
  /** The scope of an answer that covers more than this question. */
  in: z.object({ repositoryId: z.string(), root: z.string() }).optional(),
  command: z.string().optional(),
  directory: z.string().optional(),
  paths: z.array(z.string()).optional(),
  /** Why it must be asked: how it goes beyond what the sandbox and the review cover. */
  crossings: z.array(z.object({ kind: z.string(), detail: z.string() })),
  network: z.boolean(),
  /** The pattern to suggest for similar commands. */
  pattern: z.string().optional(),
});
