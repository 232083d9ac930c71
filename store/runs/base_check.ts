import { z } from "zod";

/** What the verifier found at the base of a run: with the files before the change. */
export const baseCheckSchema = z.object({
  /** The same for the same files, verifier, setup and sandbox rules. */
  key: z.string(),
  tree: z.string(),
  command: z.string(),
  outcome: z.enum(["passed", "failed", "not_run"]),
  exitCode: z.number().int().optional(),
  durationMilliseconds: z.number().int().optional(),
  outputSha256: z.string().optional(),
  /** The failed tests that its output names, at most 100. */
  failures: z.array(z.string()),
  /** The run that it was executed for, if that is another run. */
  reusedFrom: z.string().optional(),
  detail: z.string(),
});
export type BaseCheck = z.infer<typeof baseCheckSchema>;
