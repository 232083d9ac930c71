import { listModels, modelCatalog } from "../../services/sessions/models/catalog.ts";
import { checkProvider } from "../../services/sessions/models/providers/check.ts";
import { connectProvider, removeProvider } from "../../services/sessions/models/providers/connect.ts";
import { providersHealth } from "../../services/sessions/models/providers/health.ts";
import { healthHistory } from "../../services/sessions/models/providers/history.ts";
import { getRoutingPolicy, listRoutingPolicies } from "../../services/workforce/routing/policies.ts";
import { previewRoute } from "../../services/workforce/routing/preview.ts";
import { saveRoutingPolicy } from "../../services/workforce/routing/save_policy.ts";
import { findProviders } from "../../services/workforce/worker_kinds/connect/find.ts";
import { tryProvider } from "../../services/workforce/worker_kinds/connect/try.ts";
import { domain } from "../domain.ts";
import { models } from "./contract.ts";

export const modelsDomain = domain(models, {
  "GET /models": (ctx, { query }) => listModels(ctx, query),
  "GET /providers/health": (ctx) => providersHealth(ctx),
  "GET /providers/:provider/health-history": (ctx, { params, query }) =>
    healthHistory(ctx, params.provider, query),
  "POST /providers/:provider/health-check": (ctx, { params }) => checkProvider(ctx, params.provider),
  "POST /providers/find": (ctx) => findProviders(ctx),
  "POST /providers": (ctx, { body }) => connectProvider(ctx, body),
  "POST /providers/:provider/remove": (ctx, { params, body }) => removeProvider(ctx, params.provider, body),
  "POST /providers/:provider/test": (ctx, { params, body }) => tryProvider(ctx, params.provider, body),
  "GET /model-catalog": (ctx, { query }) => modelCatalog(ctx, query),
  "POST /model-routing/preview": (ctx, { body }) => previewRoute(ctx, body),
  "GET /model-routing/policies": (ctx, { query }) => listRoutingPolicies(ctx, query),
  "POST /model-routing/policies": (ctx, { body }) => saveRoutingPolicy(ctx, body),
  "GET /model-routing/policies/:id": (ctx, { params }) => getRoutingPolicy(ctx, params.id),
});
