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

/** Returns the question of a review without the verifier's result, where the reasons for the risk say it, and who made the result. */
export function briefSummary(review: Review): string {
  const { approval, evaluation, target } = review;
  const bundle = bundleOf(approval);
  if (!bundle || otherSubject(approval)) return approval.summary;
  const made = madeOn(review);
  if (!target || evaluation?.outcome === "failed") return approval.summary + made;
  const { files, additions, deletions } = bundle.stats;
  return `Writes ${counted(files, "file")} to ${target.root}, +${additions} −${deletions}.${made}`;
}

/** Returns the sentence that says which worker machines made a result; empty if none did, or if a reason for the risk says it. */
function madeOn({ work, approval: { reasons } }: Review): string {
  const done = work.filter(({ status }) => status === "completed");
  const machines = new Set(done.flatMap(({ machines }) => machines.length > 0 ? machines : ["this machine"]));
  const isHere = machines.size === 0 || (machines.size === 1 && machines.has("this machine"));
  if (isHere || reasons.some((each) => each.startsWith("Made on"))) return "";
  return ` Made on ${[...machines].join(" and ")}.`;
}
