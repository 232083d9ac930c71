import { z } from "zod";
import { privacySchema } from "../../../store/models/routing_policy_stream.ts";
import { pageQuery } from "../../ground/kernel/schemas.ts";

/** Execution path, privacy, capabilities, roles, notes. */
export const modelCatalogEntrySchema = z.object({
  id: z.string().describe("provider/model"),
  provider: z.string(),
  providerLabel: z.string(),
  model: z.string(),
  executionPath: z.string().describe("what a call goes through, such as an address or a command"),
  privacy: privacySchema,
  capabilities: z.array(z.string()).describe("from its list, and tools if a call here used them"),
  roles: z.array(z.string()).describe("its intended roles; empty means any role"),
  notes: z.string().nullable(),
  contextTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  price: z.object({
    inputCostPerMillion: z.number().nullable(),
    outputCostPerMillion: z.number().nullable(),
    currency: z.literal("USD"),
    source: z.enum(["configuration", "catalog", "built in"]).nullable().describe("the source of the prices"),
  }).describe("null where unknown, which is not zero"),
  ready: z.boolean(),
  reason: z.string().nullable(),
}).meta({ id: "modelCatalogEntrySchema" });
export type ModelCatalogEntry = z.output<typeof modelCatalogEntrySchema>;

export const modelListQuerySchema = z.object({
  provider: z.string().min(1).max(64).optional(),
  ...pageQuery,
});
export type ModelListQuery = z.output<typeof modelListQuerySchema>;
