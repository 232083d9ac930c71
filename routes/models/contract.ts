import { z } from "zod";
import {
  modelCatalogEntrySchema,
  modelListQuerySchema,
} from "../../services/sessions/models/catalog_schemas.ts";
import {
  foundProvidersSchema,
  providerConfigurationSchema,
  providerInputSchema,
  providerRemovalInputSchema,
  providerTestInputSchema,
  providerTestSchema,
} from "../../services/sessions/models/providers/connect_schemas.ts";
import {
  agentProviderHealthSchema,
  healthHistoryQuerySchema,
  providerHealthCheckRecordSchema,
  providerHealthSchema,
} from "../../services/sessions/models/providers/health_schemas.ts";
import {
  modelRoutingPolicyInputSchema,
  modelRoutingPolicySchema,
  modelRoutingPreviewInputSchema,
  modelRoutingPreviewSchema,
  routingPolicyQuerySchema,
} from "../../services/workforce/routing/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Models and providers. */
export const models = contract({
  "GET /models": {
    summary: "List the models that a run can name, as provider/model",
    access: "agent-read",
    query: modelListQuerySchema,
    output: z.array(z.string()),
    cli: "models list",
  },
  "GET /providers/health": {
    summary: "Show the health of every provider as of its last check",
    access: "agent-read",
    output: z.record(z.string(), providerHealthSchema),
    agentOutput: z.record(z.string(), agentProviderHealthSchema),
    cli: "providers health",
  },
  "GET /providers/:provider/health-history": {
    summary: "List the checks of a provider, newest first",
    query: healthHistoryQuerySchema,
    output: z.array(providerHealthCheckRecordSchema),
    cli: "providers history",
  },
  "POST /providers/:provider/health-check": {
    summary: "Check a provider now and read its list of models, without generating anything",
    output: providerHealthSchema,
    cli: "providers check",
  },
  "POST /providers/find": {
    summary: "Find model servers and agents on this machine, without generating anything",
    output: foundProvidersSchema,
    cli: "providers find",
  },
  "POST /providers": {
    summary: "Add a provider to providers.json, or change the one with that id",
    access: "human",
    body: providerInputSchema,
    output: providerConfigurationSchema,
    cli: "providers connect",
  },
  "POST /providers/:provider/remove": {
    summary: "Remove a provider from providers.json; its secret stays",
    access: "human",
    body: providerRemovalInputSchema,
    output: providerConfigurationSchema,
    cli: "providers remove",
  },
  "POST /providers/:provider/test": {
    summary: "Make one small test call to a model of a provider",
    access: "human",
    body: providerTestInputSchema,
    output: providerTestSchema,
    failsOn: { field: "ok", values: [false] },
    cli: "providers test",
  },
  "GET /model-catalog": {
    summary: "Show what is known about each model",
    access: "agent-read",
    query: modelListQuerySchema,
    output: z.array(modelCatalogEntrySchema),
    cli: "models catalog",
  },
  "POST /model-routing/preview": {
    summary: "Show which model a run would get, what it may cost, and why",
    access: "agent-read",
    body: modelRoutingPreviewInputSchema,
    output: modelRoutingPreviewSchema,
    cli: "models route",
  },
  "GET /model-routing/policies": {
    summary: "List routing policies, newest first",
    query: routingPolicyQuerySchema,
    output: z.array(modelRoutingPolicySchema),
    cli: "models policies",
  },
  "POST /model-routing/policies": {
    summary: "Create a routing policy, or replace the one with the given id",
    body: modelRoutingPolicyInputSchema,
    output: modelRoutingPolicySchema,
    creates: { about: null },
    cli: "models set-policy",
  },
  "GET /model-routing/policies/:id": {
    summary: "Show a routing policy",
    output: modelRoutingPolicySchema,
    cli: "models policy",
  },
});
