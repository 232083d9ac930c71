import { z } from "zod";
import { providerFaultSchema, providerStatusSchema } from "../../../../store/models/provider_events.ts";
import { privacySchema } from "../../../../store/models/routing_policy_stream.ts";
import { limitSchema, timeSchema } from "../../../ground/kernel/schemas.ts";

/** What agents read of a fault whose sentence may name a secret, and notifications, which agents read too. */
export const KEY_FAULT = "It cannot be used with its key. To see why: agent-harness providers health.";

const reachabilitySchema = z.enum(["reachable", "unreachable", "unknown", "not_applicable"]);

const credentialsSchema = z.object({
  status: z.enum(["not_needed", "ready", "missing", "rejected"]),
  detail: z.string(),
  fix: z.string().nullable(),
  secretName: z.string().nullable(),
  secretId: z.string().nullable(),
});

/** Reachability, catalog source, credentials, last errors, model preview. */
export const providerHealthSchema = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.string(),
  source: z.enum(["builtin", "file", "preset", "detected"]),
  privacy: privacySchema,
  baseUrl: z.string().nullable(),
  status: providerStatusSchema.describe(
    "degraded after one failed check, down after two in a row; down at once if it has never answered",
  ),
  ready: z.boolean().describe("whether runs may use it now"),
  reason: z.string().nullable(),
  fix: z.string().nullable(),
  cliReachability: reachabilitySchema,
  apiReachability: reachabilitySchema,
  version: z.string().nullable(),
  checkedAt: timeSchema.nullable(),
  changedAt: timeSchema.nullable(),
  lastOkAt: timeSchema.nullable(),
  failuresInARow: z.number().int(),
  durationMilliseconds: z.number().int().nullable(),
  detail: z.string().nullable(),
  catalogSource: z.string().nullable(),
  catalogAt: timeSchema.nullable(),
  models: z.number().int().describe("number of known models, including configured ones"),
  modelPreview: z.array(z.string()).describe("the first ten"),
  credentials: credentialsSchema,
  lastErrors: z.array(z.object({
    id: z.string(),
    fault: providerFaultSchema.nullable(),
    detail: z.string(),
    at: timeSchema,
  })).describe("the newest five"),
  warnings: z.array(z.string()),
}).meta({ id: "providerHealthSchema" });
export type ProviderHealth = z.output<typeof providerHealthSchema>;

/** The health without the fields about credentials, and without what names a secret in a sentence. */
export const agentProviderHealthSchema = providerHealthSchema.omit({ credentials: true }).transform(
  (health) => {
    const lastErrors = health.lastErrors.map((each) =>
      each.fault === "credentials" ? { ...each, detail: KEY_FAULT } : each
    );
    const isKeyFault = health.failuresInARow > 0 && lastErrors[0]?.fault === "credentials";
    return { ...health, lastErrors, ...(isKeyFault && { detail: KEY_FAULT }) };
  },
).meta({ id: "agentProviderHealthSchema" });

/** One check of a provider. */
export const providerHealthCheckRecordSchema = z.object({
  id: z.string(),
  provider: z.string(),
  sequence: z.number().int(),
  trigger: z.enum(["demand", "background"]),
  ok: z.boolean(),
  status: providerStatusSchema,
  fault: providerFaultSchema.nullable(),
  detail: z.string(),
  durationMilliseconds: z.number().int(),
  models: z.number().int().nullable(),
  version: z.string().nullable(),
  at: timeSchema,
}).meta({ id: "providerHealthCheckRecordSchema" });
export type ProviderHealthCheckRecord = z.output<typeof providerHealthCheckRecordSchema>;

export const healthHistoryQuerySchema = z.object({ limit: limitSchema });
