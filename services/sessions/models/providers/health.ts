import { type ProviderDocument, providerStream } from "../../../../store/models/provider_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { keyStateOf } from "./credentials.ts";
import { type ProviderDefinition } from "../../provider_kinds/definition.ts";
import { absentServers } from "./detected.ts";
import { providersOf } from "./find.ts";
import type { ProviderHealth } from "./health_schemas.ts";
import { newestFailures } from "./history.ts";
import { modelsOf } from "./models.ts";
import { readinessOf, statusUnchecked } from "./readiness.ts";
import { providerWarningsOf } from "./warnings.ts";
import type { ModelsLive } from "./settings/live.ts";

/** How many models a health report names. */
const PREVIEW = 10;

type Reads = Pick<Core & ModelsLive, "store" | "vault" | "providers" | "now">;

/**
 * Returns the health of every provider by its id, as of its last check, including servers on this machine that were checked
 * and did not answer. None of them is contacted.
 */
export function providersHealth(service: Reads): Record<string, ProviderHealth> {
  const known = providersOf(service);
  const ids = new Set(known.map(({ id }) => id));
  const all = [...known, ...absentServers(service).filter(({ id }) => !ids.has(id))];
  return Object.fromEntries(all.map((provider) => [provider.id, healthOf(service, provider)]));
}

/** Returns the health of one provider. */
export function healthOf(service: Reads, provider: ProviderDefinition): ProviderHealth {
  const known = service.store.documents.get(providerStream, provider.id);
  const readiness = readinessOf(service, provider);
  const models = modelsOf(service, provider);
  return {
    id: provider.id,
    label: provider.label,
    kind: provider.kind.id,
    source: provider.source,
    privacy: provider.privacy,
    baseUrl: provider.baseUrl,
    status: known?.status ?? statusUnchecked(provider),
    ready: readiness.ready,
    reason: readiness.ready ? null : readiness.reason,
    fix: readiness.ready ? null : readiness.fix,
    ...reachabilityOf(provider, known),
    version: known?.version ?? null,
    checkedAt: known?.checkedAt ?? null,
    changedAt: known?.changedAt ?? null,
    lastOkAt: known?.lastOkAt ?? null,
    failuresInARow: known?.failures ?? 0,
    durationMilliseconds: known?.durationMilliseconds ?? null,
    detail: known?.detail ?? null,
    catalogSource: known?.catalog?.source ?? (provider.models.length === 0 ? null : sourceOf(provider)),
    catalogAt: known?.catalog?.at ?? null,
    models: models.length,
    modelPreview: models.slice(0, PREVIEW).map(({ id }) => id),
    credentials: keyStateOf(service, provider, known),
    lastErrors: newestFailures(service, provider.id, 5),
    warnings: providerWarningsOf(service, provider, models),
  };
}

const sourceOf = ({ source }: ProviderDefinition): string =>
  source === "builtin" ? "built in" : "providers.json";

/** A refused key means that the API can be reached. */
function reachabilityOf(
  provider: ProviderDefinition,
  known: ProviderDocument | null,
): Pick<ProviderHealth, "cliReachability" | "apiReachability"> {
  const none = "not_applicable" as const;
  const { health } = provider.kind;
  if (health === null) return { cliReachability: none, apiReachability: none };
  const fault = known && known.failures > 0 ? known.lastError?.fault : null;
  const gone = fault === "unreachable" || fault === "timeout" || fault === "not_installed";
  const state = !known?.checkedAt ? "unknown" as const : gone ? "unreachable" as const : "reachable" as const;
  return health.through === "cli"
    ? { cliReachability: state, apiReachability: none }
    : { cliReachability: none, apiReachability: state };
}
