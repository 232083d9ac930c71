import type { ProviderStatus } from "../../../store/models/provider_events.ts";

/** So many checks in a row must fail before a provider counts as down: one alone may be an accident. */
const FAILURES_UNTIL_DOWN = 2;

/** What a provider counts as after one more check: one that succeeds makes it up at once. Pure. */
export function statusAfter(failuresBefore: number, ok: boolean): Exclude<ProviderStatus, "unknown"> {
  if (ok) return "up";
  return failuresBefore + 1 >= FAILURES_UNTIL_DOWN ? "down" : "degraded";
}
