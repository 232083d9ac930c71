import { z } from "zod";
import { providerStatusSchema } from "../../../../store/models/provider_events.ts";
import { privacySchema } from "../../../../store/models/routing_policy_stream.ts";
import { timeSchema } from "../../../ground/kernel/schemas.ts";

/** The summary of a provider, without the fields about credentials. */
export const providerEntrySchema = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  privacy: privacySchema,
  status: z.enum(["ready", "not_ready"]),
  health: providerStatusSchema,
  checkedAt: timeSchema.nullable(),
  reason: z.string().nullable(),
  fix: z.string().nullable(),
});

/** The parts of the control plane's status about providers. */
export const providersStatusSchema = z.object({
  providerHealth: z.array(providerEntrySchema.extend({ credentials: z.string() })),
  providerConfiguration: z.object({
    path: z.string(),
    ok: z.boolean(),
    detail: z.string().nullable(),
    fix: z.string().nullable(),
  }),
  modelCatalogStatus: z.object({
    source: z.string(),
    models: z.number().int(),
    catalogs: z.array(z.object({
      id: z.string(),
      models: z.number().int(),
      source: z.string().nullable(),
      readAt: timeSchema.nullable(),
    })),
    nextStep: z.object({ detail: z.string(), command: z.string() }).nullable().describe(
      "what to do if only the built-in recipes are ready",
    ),
  }),
  credentialReadiness: z.array(z.object({ id: z.string(), ready: z.boolean(), detail: z.string() })),
});
export type ProvidersStatus = z.output<typeof providersStatusSchema>;
