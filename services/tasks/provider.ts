import type { WaitingFor } from "../../store/runs/document.ts";

/** How long a run waits for a provider. */
const PATIENCE_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns what a run waits for that no worker can continue: a key that works, or any other change of its provider. */
export const waitOfProvider = (
  kind: "auth" | "dependency",
  id: string,
  { now, detail }: { now: Date; detail: string },
): WaitingFor => ({
  kind,
  id,
  since: now.toISOString(),
  detail,
  expiresAt: new Date(now.getTime() + PATIENCE_MILLISECONDS).toISOString(),
  defaultAction: "the run fails, because no worker was available",
});
