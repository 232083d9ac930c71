import { deleteTrial, resumeTrial, startTrial, stopTrial } from "../../services/execution/trials/control.ts";
import { prepareTrial } from "../../services/execution/trials/find.ts";
import { planTrial } from "../../services/execution/trials/plan.ts";
import { proposeWorker } from "../../services/execution/trials/propose.ts";
import { getTrial, listTrials } from "../../services/execution/trials/read_model.ts";
import { domain } from "../domain.ts";
import { trials } from "./contract.ts";

export const trialsDomain = domain(trials, {
  "POST /trials": { prepare: (ctx, { body }) => prepareTrial(ctx, body) },
  "GET /trials": (ctx, { query }) => listTrials(ctx, query),
  "GET /trials/:id": (ctx, { params }) => getTrial(ctx, params.id),
  "POST /trials/:id/plan": (ctx, { params, body }) => planTrial(ctx, params.id, body),
  "POST /trials/:id/start": (ctx, { params, body }) => startTrial(ctx, params.id, body),
  "POST /trials/:id/stop": (ctx, { params }) => stopTrial(ctx, params.id),
  "POST /trials/:id/resume": (ctx, { params }) => resumeTrial(ctx, params.id),
  "DELETE /trials/:id": (ctx, { params }) => deleteTrial(ctx, params.id),
  "POST /trials/:id/propose": (ctx, { params, body }) => proposeWorker(ctx, params.id, body),
});
