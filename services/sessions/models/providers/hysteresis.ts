import type { ProviderFault, ProviderStatus } from "../../../../store/models/provider_events.ts";

/** Number of consecutive failed checks before a provider counts as down: one alone may be an accident. */
const FAILURES_UNTIL_DOWN = 2;

/** Faults that mean that nothing answers at all. */
const ABSENT: readonly (ProviderFault | null)[] = ["unreachable", "not_installed"];

/**
 * Returns a provider's state after one more check. A success makes it up at once; a provider that never answered is down at
 * once. Pure.
 */
export function statusAfter(
  before: { failures: number; lastOkAt: string | null } | null,
  fault: ProviderFault | "none",
): Exclude<ProviderStatus, "unknown"> {
  if (fault === "none") return "up";
  if (!before?.lastOkAt && ABSENT.includes(fault)) return "down";
  return (before?.failures ?? 0) + 1 >= FAILURES_UNTIL_DOWN ? "down" : "degraded";
}
