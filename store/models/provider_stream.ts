import { z } from "zod";
import { idOf } from "../event.ts";
import { isModelUse } from "../model_use/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { providerEvents, providerFaultSchema, providerStatusSchema } from "./provider_events.ts";

const providerDocumentSchema = z.object({
  id: z.string(),
  status: providerStatusSchema,
  /** How many checks failed in a row. */
  failures: z.number().int(),
  checkedAt: z.string().nullable(),
  changedAt: z.string().nullable(),
  lastOkAt: z.string().nullable(),
  detail: z.string().nullable(),
  durationMilliseconds: z.number().int().nullable(),
  version: z.string().nullable(),
  /** Kept after the provider is up again: what last went wrong, and when. */
  lastError: z.object({ fault: providerFaultSchema.nullable(), detail: z.string(), at: z.string() })
    .nullable(),
  /** When it was found on this machine without being configured. */
  detectedAt: z.string().nullable(),
  /** Why it cannot work without a login, and what to do; null once that may have changed. */
  loginRefused: z.object({ detail: z.string(), at: z.string() }).nullable().optional(),
  /** Its models are in a view. */
  catalog: z.object({
    source: z.string(),
    sha256: z.string(),
    models: z.number().int(),
    omitted: z.number().int(),
    at: z.string(),
  }).nullable(),
});
export type ProviderDocument = z.infer<typeof providerDocumentSchema>;

type ProviderEvent = EventOf<typeof providerEvents>;

const MAX_DETAIL_LENGTH = 1000;

/** What checks found out about a provider. No event contains its configuration. */
export const providerStream = defineStream<ProviderDocument>()({
  kind: "provider",
  version: 1,
  events: providerEvents,
  indexes: [],
  evolve: (provider, event) => ({ ...(provider ?? unknown(event)), ...change(provider, event) }),
});

const unknown = ({ stream }: ProviderEvent): ProviderDocument => ({
  id: idOf({ stream }),
  status: "unknown",
  failures: 0,
  checkedAt: null,
  changedAt: null,
  lastOkAt: null,
  detail: null,
  durationMilliseconds: null,
  version: null,
  lastError: null,
  detectedAt: null,
  catalog: null,
});

function change(provider: ProviderDocument | null, event: ProviderEvent): Partial<ProviderDocument> {
  if (isModelUse(event)) return {};
  switch (event.type) {
    case "provider.detected":
      return { detectedAt: event.at };
    case "provider.health_checked": {
      const { ok, status, fault, durationMilliseconds, version } = event.data;
      const detail = event.data.detail.slice(0, MAX_DETAIL_LENGTH);
      return {
        status,
        detail,
        durationMilliseconds,
        version: version ?? provider?.version ?? null,
        failures: ok ? 0 : (provider?.failures ?? 0) + 1,
        checkedAt: event.at,
        ...(ok ? { lastOkAt: event.at } : { lastError: { fault, detail, at: event.at } }),
      };
    }
    case "provider.health_changed":
      return { changedAt: event.at };
    case "provider.catalog_changed": {
      const { source, sha256, models, omitted } = event.data;
      return { catalog: { source, sha256, models: models.length, omitted, at: event.at } };
    }
    case "provider.login_refused":
      return { loginRefused: { detail: event.data.detail, at: event.at } };
    case "provider.login_cleared":
    case "provider.connected":
    case "provider.removed":
      return { loginRefused: null };
  }
}
