import { listEffects } from "../../operations/effects/list.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Need } from "./schemas.ts";
import { waitingSeconds } from "./waiting.ts";

/** Returns effects of which only a person can find out whether they happened. Agents do not see them. */
export function needsOfEffects(ctx: Ctx, limit: number): Need[] {
  if (ctx.actor === "agent") return [];
  const { items } = listEffects(ctx, { state: "uncertain", limit, offset: 0 });
  return items.map(({ id, title, detail, updatedAt, runId }) => ({
    id,
    kind: "effect",
    severity: "warning",
    title: `${title}: did it happen?`,
    detail: detail ?? "The service cannot find out whether it happened.",
    since: updatedAt,
    waitingSeconds: waitingSeconds(ctx, updatedAt),
    blocks: { runs: 0, taskSessions: 0, detail: "No run is waiting for it." },
    expiresAt: null,
    ifIgnored: "It stays uncertain, and is not attempted again.",
    runId,
    taskSessionId: null,
    notificationId: null,
    actions: [{ id: "settle", operation: `POST /control-plane/effects/${id}/settle` }],
  }));
}
