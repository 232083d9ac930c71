import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The types that the hand-written commands use, from the API's contract. */
export type FetchedRun = Result<Api["GET /runs/:id"]>;
/** A run as lists have it. */
export type RunSummary = Result<Api["GET /runs"]>[number];
/** An event of a run's timeline. */
export type TraceEvent = Result<Api["GET /runs/:id/timeline"]>["items"][number];
/** An entry of the approval queue. */
export type QueueItem = Result<Api["GET /approvals/queue"]>["items"][number];
/** An approval with everything that its review shows. */
export type ApprovalReview = Result<Api["GET /approvals/:id"]>;
/** An approval in the queue. */
export type QueuedApproval = QueueItem["approval"];
/** What a run is requested with. */
export type RunRequest = Call<"POST /coordinator/runs", Api["POST /coordinator/runs"]>["body"];
/** What an approval is approved with. */
export type Decision = Call<"POST /approvals/:id/approve", Api["POST /approvals/:id/approve"]>["body"];
/** The evidence of an approval in the queue that is a patch. */
export type QueuedPatch = Extract<QueuedApproval["evidence"][number], { kind: "repo-write-patch-bundle" }>;
