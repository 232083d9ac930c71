import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The shapes that the review works on, as the API's contract states them. */
export type Queue = Result<Api["GET /approvals/queue"]>;
export type QueueItem = Queue["items"][number];
export type Review = Result<Api["GET /approvals/:id"]>;
export type Approval = Review["approval"];
export type Evidence = Approval["evidence"][number];
export type Bundle = Extract<Evidence, { kind: "repo-write-patch-bundle" }>;
export type BundleFile = Bundle["files"][number];
export type Decision = Call<"POST /approvals/:id/approve", Api["POST /approvals/:id/approve"]>["body"];

/** The evidence that is a patch; null for a checkpoint that is about something else. */
export const bundleOf = ({ evidence }: Approval): Bundle | null =>
  evidence.find((item): item is Bundle => item.kind === "repo-write-patch-bundle") ?? null;
