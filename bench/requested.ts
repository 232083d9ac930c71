import type { z } from "zod";
import type { requestedSchema } from "../store/approvals/stream.ts";

/** An ordinary approval that somebody has to decide. */
export const REQUESTED: z.input<typeof requestedSchema> = {
  policyClass: "repo-write",
  authority: "human",
  coordinatorApprovable: false,
  risk: "low",
  recommendedAction: "inspect",
  reasons: ["It changes files of the repository."],
  title: "Write 3 files",
  summary: "Renames a function and its callers.",
  round: 1,
  evidence: [],
  evidenceDigest: "0".repeat(64),
  expiresAt: "2100-01-01T00:00:00.000Z",
};
