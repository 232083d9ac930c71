import { z } from "zod";
import { confinementSchema } from "../processes/document.ts";

/** What a verifier found with the files of a combination. */
const combinedCheckSchema = z.object({
  /** The same for the same files, verifier, setup and sandbox rules. */
  key: z.string(),
  command: z.string(),
  /** `failed` if it failed twice, `flaky` if it then passed; `unknown` if it did not finish, or its setup failed. */
  outcome: z.enum(["passed", "failed", "flaky", "unknown"]),
  durationMilliseconds: z.number().int().optional(),
  confinement: confinementSchema.optional(),
  /** The failed tests that its output names, at most 100. */
  failures: z.array(z.string()),
  /** The end of its output. */
  output: z.string(),
  /** Whether it was executed for this combination; otherwise an earlier one had the same files. */
  executed: z.boolean(),
  detail: z.string(),
});
export type CombinedCheck = z.infer<typeof combinedCheckSchema>;

/** What one or two open results give on the current files, and what their verifiers found with it. */
export const combinationSchema = z.object({
  /** The private repository that has the trees. */
  repositoryId: z.string(),
  /** The tree of the current files. */
  ground: z.string(),
  tree: z.string(),
  runIds: z.array(z.string()),
  checks: z.array(combinedCheckSchema),
});

/** A verified combination. Its id is the same for the same trees and verifiers. */
export type CombinationDocument = z.infer<typeof combinationSchema> & { id: string; verifiedAt: string };

/** Returns the outcome of a combination: that of the check that did not pass, if there is one. */
export const outcomeOf = ({ checks }: Pick<CombinationDocument, "checks">): CombinedCheck["outcome"] =>
  checks.find(({ outcome }) => outcome !== "passed")?.outcome ?? "passed";
