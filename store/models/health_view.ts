import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import type { ProviderFault, ProviderStatus } from "./provider_events.ts";
import { providerStream } from "./provider_stream.ts";

/** How many checks of a provider the view keeps; the log has them all. */
const KEPT_CHECKS = 1000;

/** A row of `provider_checks`. */
export type ProviderCheckRow = {
  sequence: number;
  provider: string;
  cause: "demand" | "background";
  ok: 0 | 1;
  status: ProviderStatus;
  fault: ProviderFault | null;
  detail: string;
  duration_milliseconds: number;
  models: number | null;
  version: string | null;
  at: string;
};

/** The newest checks of each provider. */
export const providerChecksView = defineView({
  name: "provider_checks",
  version: 1,
  tables: {
    provider_checks: {
      erasedBy: { streams: { provider: "provider" } },
      columns:
        `sequence integer primary key, provider text not null, cause text not null, ok integer not null,
        status text not null, fault text, detail text not null, duration_milliseconds integer not null, models integer,
        version text, at text not null`,
      indexes: ["provider, sequence", "provider, ok, sequence"],
    },
  },
  folds: [
    on(providerStream, {
      "provider.health_checked": (tables, event) => {
        const { data: check, seq, at } = event;
        const provider = idOf(event);
        tables.run(
          "insert into {provider_checks} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          seq,
          provider,
          check.trigger,
          check.ok ? 1 : 0,
          check.status,
          check.fault,
          check.detail,
          check.durationMilliseconds,
          check.models,
          check.version,
          at,
        );
        tables.run(
          `delete from {provider_checks} where provider = ? and sequence <= (select sequence from {provider_checks}
           where provider = ? order by sequence desc limit 1 offset ?)`,
          provider,
          provider,
          KEPT_CHECKS,
        );
      },
    }),
  ],
});
