import type { PatchEvidence } from "../../../client/patch.ts";
import { type SeenFiles, seenWords } from "../../../client/seen.ts";
import type { PatchState } from "./patch_state.ts";
import type { ReviewFlag } from "../../../store/shared/review_flags.ts";
import { POLICY_WORDS } from "./policy_words.ts";
import type { Review } from "./types.ts";

/** The basis of a confirmation so far, in a few words. */
type RestsOn = { tone: "plain" | "good" | "bad"; text: string };

/** What was on the screen, and what the reviewer marked as viewed. */
type Looked = { viewed: ReadonlySet<string>; seen: SeenFiles | null };

/** Returns the basis of each confirmation: the viewed files, the comparison of hashes, and the effect of approving. */
export function restsOn(
  { approval, evaluation }: Review,
  bundle: PatchEvidence | null,
  looked: Looked,
  patch: PatchState,
): Record<ReviewFlag, RestsOn> {
  const { short } = POLICY_WORDS[approval.policyClass];
  return {
    reviewedEvidence: bundle ? ofFiles(bundle, looked, evaluation) : ofPieces(approval.evidence.length),
    reviewedHashes: ofHashes(patch),
    reviewedPolicyClass: { tone: "plain", text: `${approval.policyClass}: ${short}` },
  };
}

const VERIFIER = {
  passed: "verifier passed",
  failed: "verifier failed",
  not_verified: "not verified",
} as const;

function ofFiles(
  { files }: PatchEvidence,
  { viewed, seen }: Looked,
  evaluation: Review["evaluation"],
): RestsOn {
  const marked = files.filter(({ id }) => viewed.has(id)).length;
  const verifier = evaluation ? `, ${VERIFIER[evaluation.outcome]}` : "";
  const text = `${seen ? `${seenWords(seen)}, ` : ""}${marked} of ${files.length} files viewed${verifier}`;
  if (evaluation?.outcome === "failed") return { tone: "bad", text };
  return { tone: seen?.seen === files.length ? "good" : "plain", text };
}

const ofPieces = (count: number): RestsOn => ({
  tone: "plain",
  text: count === 1 ? "1 piece of evidence" : `${count} pieces of evidence`,
});

function ofHashes(patch: PatchState): RestsOn {
  switch (patch.status) {
    case "shown":
      return patch.patch === "matches" && patch.digest === "matches"
        ? { tone: "good", text: "compared in this browser: they match" }
        : { tone: "plain", text: "not compared here: only on this machine or over HTTPS" };
    case "failed":
      return { tone: "bad", text: "the patch could not be compared" };
    case "loading":
      return { tone: "plain", text: "being compared in this browser" };
    case "none":
      return { tone: "plain", text: "listed in the details" };
  }
}
