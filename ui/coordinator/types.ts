import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A conversation in lists. */
export type Conversation = Result<Api["GET /coordinator/conversations"]>[number];
/** A conversation with the newest of each of its lists. */
export type Details = Result<Api["GET /coordinator/conversations/:id"]>;
/** What was said, what was answered and what it changed. */
export type Turn = Result<Api["GET /coordinator/conversations/:id/turns"]>[number];
export type Effect = Turn["effects"][number];
/** Something else that happened in the conversation. */
export type Entry = Details["events"][number];
export type ConversationFile = Details["files"][number];
export type Run = Details["queuedRunLinks"][number];
export type Plan = Result<Api["GET /coordinator/conversations/:id/plans"]>[number];
export type DesignDoc = Result<Api["GET /coordinator/conversations/:id/design-docs"]>[number];
export type Summary = Result<Api["GET /coordinator/conversations/:id/summary"]>;
export type Checklist = Result<Api["POST /coordinator/conversations/:id/pre-run-checklist"]>;
export type FileContent = Result<Api["GET /coordinator/conversations/:id/artifact"]>;
export type RuntimeEvent = Result<Api["GET /coordinator/conversations/:id/runtime-events"]>[number];
/** What is sent with a message. */
export type Message = Call<
  "POST /coordinator/conversations/:id/messages",
  Api["POST /coordinator/conversations/:id/messages"]
>["body"];
