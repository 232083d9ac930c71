import type { ProviderCheckRow } from "../../../../store/models/health_view.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { ProviderHealth, ProviderHealthCheckRecord } from "./health_schemas.ts";
import { requireProvider } from "./require.ts";
import type { ModelsLive } from "./settings/live.ts";

type Reads = Pick<Core & ModelsLive, "store" | "providers">;

/** Returns the newest checks of a provider, newest first. Throws `NotFoundError` for an unknown one. */
export function healthHistory(
  service: Reads,
  id: string,
  { limit }: { limit: number },
): ProviderHealthCheckRecord[] {
  const provider = requireProvider(service, id);
  return service.store.projector.tables.all<ProviderCheckRow>(
    "select * from {provider_checks} where provider = ? order by sequence desc limit ?",
    provider.id,
    limit,
  ).map((row) => ({
    id: idOf(row),
    provider: row.provider,
    sequence: row.sequence,
    trigger: row.cause,
    ok: row.ok === 1,
    status: row.status,
    fault: row.fault,
    detail: row.detail,
    durationMilliseconds: row.duration_milliseconds,
    models: row.models,
    version: row.version,
    at: row.at,
  }));
}

/** Returns the newest checks that failed. */
export const newestFailures = (
  { store }: Pick<Core & ModelsLive, "store">,
  provider: string,
  limit: number,
): ProviderHealth["lastErrors"] =>
  store.projector.tables.all<ProviderCheckRow>(
    "select * from {provider_checks} where provider = ? and ok = 0 order by sequence desc limit ?",
    provider,
    limit,
  ).map((row) => ({ id: idOf(row), fault: row.fault, detail: row.detail, at: row.at }));

const idOf = ({ provider, sequence }: ProviderCheckRow): string => `${provider}@${sequence}`;
