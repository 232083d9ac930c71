import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { otherSubject } from "./approval_subject.ts";
import { counted } from "./words.ts";

type Review = Result<Api["GET /approvals/:id"]>;

/** The evidence of an approval that is a patch. */
export type PatchEvidence = Extract<
  Review["approval"]["evidence"][number],
  { kind: "repo-write-patch-bundle" }
>;

/** Returns the evidence that is a patch; null for a checkpoint about something else. */
export const bundleOf = ({ evidence }: Pick<Review["approval"], "evidence">): PatchEvidence | null =>
  evidence.find((item): item is PatchEvidence => item.kind === "repo-write-patch-bundle") ?? null;

/** Returns the question of a review without the verifier's result, where the reasons for the risk say it. */
export function briefSummary({ approval, evaluation, target }: Review): string {
  const bundle = bundleOf(approval);
  if (!bundle || !target || otherSubject(approval) || evaluation?.outcome === "failed") {
    return approval.summary;
  }
  const { files, additions, deletions } = bundle.stats;
  return `Writes ${counted(files, "file")} to ${target.root}, +${additions} −${deletions}.`;
}
