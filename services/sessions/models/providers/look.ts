import { contextFor, type Core } from "../../../ground/kernel/context.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import type { ProbeResult } from "../../provider_kinds/probe_result.ts";
import type { ModelsLive } from "./settings/live.ts";

/** Checks a provider once, within a limited time, without generating anything. */
export async function lookAt(
  service: Core & ModelsLive,
  provider: ProviderDefinition,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const { health } = provider.kind;
  if (health === null) {
    return { ok: true, detail: "It is part of this program.", catalog: null, version: null };
  }
  const { timeoutMilliseconds } = service.providers.settings().checks;
  const key = () => keyOf(service, provider, signal);
  return await health.probe({ service, provider, key, signal, timeoutMilliseconds });
}

async function keyOf(
  service: Core & ModelsLive,
  provider: ProviderDefinition,
  signal: AbortSignal,
): Promise<string | null | ProbeResult> {
  if (!provider.secret) return null;
  try {
    const use = { call: "provider.health_check", host: new URL(provider.baseUrl!).host, signal };
    return await useSecret(contextFor(service, "system"), provider.secret, use);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return { ok: false, fault: "credentials", detail: cause.message };
  }
}
