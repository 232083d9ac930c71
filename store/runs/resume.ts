import { z } from "zod";

/** A failed node that a person steps into in the run that continues, with the patch of what its last attempt left. */
const enterNodeSchema = z.object({
  path: z.string(),
  /** The one that failed. */
  taskSessionId: z.string(),
  by: z.string().optional(),
  /** The artifact of the earlier run; absent if the attempt changed nothing. */
  patch: z.string().optional(),
});
export type EnterNode = z.infer<typeof enterNodeSchema>;

/** The run that a run continues, and the nodes that are done again even if nothing about them changed. */
export const resumeSchema = z.object({
  runId: z.string(),
  invalidate: z.array(z.string()),
  enter: enterNodeSchema.optional(),
});
