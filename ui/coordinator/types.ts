import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A conversation in lists. */
export type Conversation = Result<Api["GET /coordinator/conversations"]>[number];
/** A conversation with the newest items of each of its lists. */
export type Details = Result<Api["GET /coordinator/conversations/:id"]>;
/** A message with its answer and its effects. */
export type Turn = Result<Api["GET /coordinator/conversations/:id/turns"]>[number];
/** An effect of a message. */
export type Effect = Turn["effects"][number];
/** Another entry of the conversation. */
export type ConversationEvent = Details["events"][number];
/** An attachment, or a file that was saved for the conversation. */
export type ConversationFile = Details["files"][number];
/** A run of the conversation. */
export type ConversationRun = Details["queuedRunLinks"][number];
/** A version of the plan of a run. */
export type PlanVersion = Result<Api["GET /coordinator/conversations/:id/plans"]>[number];
/** A design document, which is written before the work. */
export type DesignDoc = Result<Api["GET /coordinator/conversations/:id/design-docs"]>[number];
/** The summary of a conversation. */
export type Summary = Result<Api["GET /coordinator/conversations/:id/summary"]>;
/** The results of the checks before a run. */
export type Checklist = Result<Api["POST /coordinator/conversations/:id/pre-run-checklist"]>;
/** A file with its content. */
export type FileContent = Result<Api["GET /coordinator/conversations/:id/artifact"]>;
/** An event of the conversation or of its runs. */
export type RuntimeEvent = Result<Api["GET /coordinator/conversations/:id/runtime-events"]>[number];
/** The request that sends a message. */
export type MessageRequest = Call<
  "POST /coordinator/conversations/:id/messages",
  Api["POST /coordinator/conversations/:id/messages"]
>["body"];
