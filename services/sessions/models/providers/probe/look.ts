import { contextFor, type Core } from "../../../../ground/kernel/context.ts";
import { ServiceError } from "../../../../ground/kernel/errors.ts";
import { useSecret } from "../../../../accounts/secrets/use.ts";
import type { ProviderDefinition } from "../settings/definition.ts";
import { probeApi } from "./http.ts";
import { probeProgram } from "./program.ts";
import type { ProbeResult } from "./result.ts";
import type { ModelsLive } from "../settings/live.ts";

/** The time limit for a program to print its version; it has to load first. */
const PROGRAM_MILLISECONDS = 5_000;

/** Checks a provider once, within a limited time, without generating anything. */
export async function lookAt(
  service: Core & ModelsLive,
  provider: ProviderDefinition,
  signal: AbortSignal,
): Promise<ProbeResult> {
  if (provider.kind === "builtin") {
    return { ok: true, detail: "It is part of this program.", catalog: null, version: null };
  }
  if (provider.command) {
    const limits = { signal, timeoutMilliseconds: PROGRAM_MILLISECONDS };
    return await probeProgram(service, { ...provider, command: provider.command }, limits);
  }
  const baseUrl = provider.baseUrl!;
  const key = await keyOf(service, provider, signal);
  if (key !== null && typeof key !== "string") return key;
  const { timeoutMilliseconds } = service.providers.settings().checks;
  return await probeApi({ provider: { ...provider, baseUrl }, key, signal, timeoutMilliseconds });
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
