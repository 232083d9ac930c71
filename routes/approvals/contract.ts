import { approvalDecisionInputSchema } from "../../services/control/approvals/decision_schema.ts";
import {
  approvalQueueQuerySchema,
  approvalQueueSnapshotSchema,
  approvalResultSchema,
  approvalReviewSchema,
  evidenceContentSchema,
  evidenceQuerySchema,
} from "../../services/control/approvals/schemas.ts";
import {
  changedFilesSchema,
  forecastQuerySchema,
  forecastSchema,
} from "../../services/execution/forecasts/schemas.ts";
import { sinceQuerySchema, sinceRoundSchema } from "../../services/execution/run_views/since_schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Runs, task sessions, approvals: the rows of approvals; and one checkpoint by its id. */
export const approvals = contract({
  "GET /approvals/queue": {
    summary: "List checkpoints that wait for a decision, what expires soonest first",
    access: "agent-read",
    query: approvalQueueQuerySchema,
    output: approvalQueueSnapshotSchema,
    cli: "approvals queue",
  },
  "GET /approvals/forecast": {
    summary: "Say which open results of a repository conflict, and in which order to apply them",
    query: forecastQuerySchema,
    output: forecastSchema,
    cli: "approvals forecast",
  },
  "GET /approvals/changed-files": {
    summary: "List the files that the open results of a repository change",
    access: "agent-read",
    query: forecastQuerySchema,
    output: changedFilesSchema,
    cli: "approvals changed-files",
  },
  "GET /approvals/:id": {
    summary: "Show a checkpoint, and whether its files still match what the patch expects",
    output: approvalReviewSchema,
    cli: "approvals get",
  },
  "GET /approvals/:id/evidence": {
    summary: "Read one piece of a checkpoint's evidence",
    query: evidenceQuerySchema,
    output: evidenceContentSchema,
    cli: "approvals evidence",
  },
  "GET /approvals/:id/since": {
    summary: "Show what changed in a patch since an earlier round",
    query: sinceQuerySchema,
    output: sinceRoundSchema,
    cli: "approvals since",
  },
  "POST /approvals/:id/approve": {
    summary: "Approve a checkpoint after reviewing evidence, hashes and policy class",
    access: "human",
    body: approvalDecisionInputSchema,
    output: approvalResultSchema,
    cli: "approvals approve",
  },
  "POST /approvals/:id/reject": {
    summary: "Reject a checkpoint, or send the work back for another round",
    access: "human",
    body: approvalDecisionInputSchema,
    output: approvalResultSchema,
    cli: "approvals reject",
  },
});
