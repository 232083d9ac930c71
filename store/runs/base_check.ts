import { z } from "zod";

/** What the verifier said of the base of a run: of the files before the change. */
export const baseCheckSchema = z.object({
  /** The same for the same files, verifier, setup and rules of the sandbox. */
  key: z.string(),
  tree: z.string(),
  command: z.string(),
  outcome: z.enum(["passed", "failed", "not_run"]),
  exitCode: z.number().int().optional(),
  durationMilliseconds: z.number().int().optional(),
  outputSha256: z.string().optional(),
  /** What its output names as failed, at most 100 names. */
  failures: z.array(z.string()),
  /** The run that it was executed for, where that is another one. */
  reusedFrom: z.string().optional(),
  detail: z.string(),
});
export type BaseCheck = z.infer<typeof baseCheckSchema>;
