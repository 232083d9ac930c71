import { approve, reject } from "../../services/control/approvals/decide.ts";
import { readEvidence } from "../../services/control/approvals/evidence.ts";
import { getApproval } from "../../services/control/approvals/get.ts";
import { approvalQueue } from "../../services/control/approvals/queue.ts";
import { changedFiles } from "../../services/execution/forecasts/open_results.ts";
import { forecastResults } from "../../services/execution/forecasts/forecast.ts";
import { sinceRound } from "../../services/execution/run_views/since_round.ts";
import { domain } from "../domain.ts";
import { approvals } from "./contract.ts";

export const approvalsDomain = domain(approvals, {
  "GET /approvals/queue": (ctx, { query }) => approvalQueue(ctx, query),
  "GET /approvals/forecast": (ctx, { query }) => forecastResults(ctx, query),
  "GET /approvals/changed-files": (ctx, { query }) => changedFiles(ctx, query),
  "GET /approvals/:id": (ctx, { params }) => getApproval(ctx, params.id),
  "GET /approvals/:id/evidence": (ctx, { params, query }) => readEvidence(ctx, params.id, query.evidenceId),
  "GET /approvals/:id/since": (ctx, { params, query }) => sinceRound(ctx, params.id, query.from),
  "POST /approvals/:id/approve": (ctx, { params, body }) => approve(ctx, params.id, body),
  "POST /approvals/:id/reject": (ctx, { params, body }) => reject(ctx, params.id, body),
});
