import { z } from "zod";
import { modelEvents } from "../model_use/events.ts";
import { PRIVACIES } from "../shared/enumerations.ts";

export const providerStatusSchema = z.enum(["unknown", "up", "degraded", "down"]);
export type ProviderStatus = z.infer<typeof providerStatusSchema>;

/** Why a check of a provider failed. */
export const providerFaultSchema = z.enum([
  "unreachable",
  "timeout",
  "credentials",
  "rate_limited",
  "refused",
  "server_error",
  "not_understood",
  "not_installed",
]);
export type ProviderFault = z.infer<typeof providerFaultSchema>;

const price = z.number().min(0).nullable();

/** A model as a provider's catalog lists it. What the catalog does not say is null. */
const catalogModelSchema = z.object({
  id: z.string(),
  contextTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  inputCostPerMillion: price,
  outputCostPerMillion: price,
  capabilities: z.array(z.string()),
  notes: z.string().nullable(),
  /** A local server can forward a model to a hosted one. */
  privacy: z.enum(PRIVACIES).optional(),
});
export type CatalogModel = z.infer<typeof catalogModelSchema>;

/** The events of a provider; shapes are frozen. */
export const providerEvents = {
  "provider.detected": z.object({ baseUrl: z.string() }),
  "provider.health_checked": z.object({
    trigger: z.enum(["demand", "background"]),
    ok: z.boolean(),
    /** The status of the provider from now on. */
    status: providerStatusSchema,
    fault: providerFaultSchema.nullable(),
    detail: z.string(),
    durationMilliseconds: z.number().int().min(0),
    /** How many models the catalog listed; null if it was not read. */
    models: z.number().int().nullable(),
    /** The version of a program, as it states it. */
    version: z.string().nullable(),
  }),
  "provider.health_changed": z.object({
    from: providerStatusSchema,
    to: providerStatusSchema,
    label: z.string(),
    detail: z.string(),
  }),
  "provider.catalog_changed": z.object({
    /** Where it was read, such as `GET /models`. */
    source: z.string(),
    sha256: z.string(),
    models: z.array(catalogModelSchema),
    /** How many models the provider lists beyond those that are kept. */
    omitted: z.number().int(),
  }),
  /** It was added to `providers.json` or changed there through this service. No event contains its configuration. */
  "provider.connected": z.object({ change: z.enum(["added", "changed"]), kind: z.string() }),
  "provider.removed": z.object({}),
  /** A coding agent refused to work without its own login. */
  "provider.login_refused": z.object({ label: z.string(), detail: z.string() }),
  /** A check that a person asked for, or work that went well, lets runs try the login again. */
  "provider.login_cleared": z.object({ label: z.string(), by: z.enum(["check", "work"]) }),
  // One call that checks whether it answers.
  ...modelEvents,
} as const;
