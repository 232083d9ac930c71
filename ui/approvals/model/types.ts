import type { Call, Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import type { PatchEvidence } from "../../../client/patch.ts";

/** The checkpoints that wait for a decision. */
type Queue = Result<Api["GET /approvals/queue"]>;
/** An item of the queue. */
export type QueueItem = Queue["items"][number];
/** A checkpoint, waiting or decided. */
export type Review = Result<Api["GET /approvals/:id"]>;
/** The request for a decision, and the decision. */
export type Approval = Review["approval"];
/** A changed path of a patch. */
export type BundleFile = PatchEvidence["files"][number];
/** The request that decides. */
export type Decision = Call<"POST /approvals/:id/approve", Api["POST /approvals/:id/approve"]>["body"];

/** The destination of an approved patch. */
export type PatchDelivery = NonNullable<Decision["delivery"]>;
