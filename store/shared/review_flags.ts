import type { PolicyClass } from "./policy_classes.ts";

/** What a human confirms to have reviewed. */
export const REVIEW_FLAGS = ["reviewedEvidence", "reviewedHashes", "reviewedPolicyClass"] as const;
/** One of these confirmations, by its name in a decision. */
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];
/** Which of them a person made. */
export type Reviewed = Readonly<Record<ReviewFlag, boolean>>;

/** Nothing was confirmed. */
export const NOTHING_REVIEWED: Reviewed = {
  reviewedEvidence: false,
  reviewedHashes: false,
  reviewedPolicyClass: false,
};

/** All was confirmed. */
export const ALL_REVIEWED: Reviewed = {
  reviewedEvidence: true,
  reviewedHashes: true,
  reviewedPolicyClass: true,
};

/** Returns whether an approval of this class needs all confirmations: one that writes does. */
export const needsReview = (policyClass: PolicyClass): boolean =>
  policyClass === "repo-write" || policyClass === "external-write";

/** Returns the confirmations that are missing. */
export const missingFlags = (reviewed: Partial<Reviewed>): ReviewFlag[] =>
  REVIEW_FLAGS.filter((flag) => !reviewed[flag]);
