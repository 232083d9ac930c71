import type { Call, Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";

/** The checkpoints that wait for a decision. */
type Queue = Result<Api["GET /approvals/queue"]>;
/** An item of the queue. */
export type QueueItem = Queue["items"][number];
/** A checkpoint, waiting or decided. */
export type Review = Result<Api["GET /approvals/:id"]>;
/** The request for a decision, and the decision. */
export type Approval = Review["approval"];
/** A piece of the evidence of a decision. */
type Evidence = Approval["evidence"][number];
/** The evidence that is a patch. */
export type PatchEvidence = Extract<Evidence, { kind: "repo-write-patch-bundle" }>;
/** A changed path of a patch. */
export type BundleFile = PatchEvidence["files"][number];
/** The request that decides. */
export type Decision = Call<"POST /approvals/:id/approve", Api["POST /approvals/:id/approve"]>["body"];

/** The destination of an approved patch. */
export type PatchDelivery = NonNullable<Decision["delivery"]>;

/** Returns the evidence that is a patch; null for a checkpoint about something else. */
export const bundleOf = ({ evidence }: Approval): PatchEvidence | null =>
  evidence.find((item): item is PatchEvidence => item.kind === "repo-write-patch-bundle") ?? null;
