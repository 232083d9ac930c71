import type { Core } from "../../../ground/kernel/context.ts";
import { dayOf } from "./left.ts";
import type { SpendStatus } from "./schemas.ts";
import { committedUsd, spendByProvider, spendOfDay } from "./spend.ts";
import { isNearLimit } from "./verdict.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** Returns what models cost today, compared with the budgets. */
export function spendStatus(service: Pick<Core & ModelsLive, "store" | "providers" | "now">): SpendStatus {
  const day = dayOf(service.now());
  const { perRunUsd = null, perDayUsd = null, unknownCost } = service.providers.settings().budgets;
  const today = spendOfDay(service, day);
  const committed = committedUsd(today);
  return {
    day,
    today,
    byProvider: spendByProvider(service, day).map(({ provider, ...spend }) => ({ id: provider, ...spend })),
    budgets: {
      perRunUsd,
      perDayUsd,
      leftTodayUsd: perDayUsd === null ? null : Math.max(0, Math.round((perDayUsd - committed) * 1e9) / 1e9),
      state: perDayUsd === null
        ? "none"
        : committed >= perDayUsd
        ? "exhausted"
        : isNearLimit(committed, perDayUsd)
        ? "warned"
        : "ok",
      unknownCost,
    },
  };
}
