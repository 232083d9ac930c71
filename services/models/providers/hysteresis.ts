import type { ProviderFault, ProviderStatus } from "../../../store/models/provider_events.ts";

/** So many checks in a row must fail before a provider counts as down: one alone may be an accident. */
const FAILURES_UNTIL_DOWN = 2;

/** Faults that say that nobody is there at all. */
const ABSENT: readonly (ProviderFault | null)[] = ["unreachable", "not_installed"];

/**
 * What a provider counts as after one more check. One that succeeds makes it up at once; one that finds nobody where nobody
 * has ever answered makes it down at once. Pure.
 */
export function statusAfter(
  before: { failures: number; lastOkAt: string | null } | null,
  fault: ProviderFault | "none",
): Exclude<ProviderStatus, "unknown"> {
  if (fault === "none") return "up";
  if (!before?.lastOkAt && ABSENT.includes(fault)) return "down";
  return (before?.failures ?? 0) + 1 >= FAILURES_UNTIL_DOWN ? "down" : "degraded";
}
