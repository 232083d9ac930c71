import { itemStream } from "../../../store/financelink/item_stream.ts";
import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Need } from "./schemas.ts";
import { waitingSeconds } from "./waiting.ts";

/** Returns how many accounts and banks a person must reconnect. Agents do not see them. */
export function countConnections({ actor, store: { documents } }: Ctx): number {
  if (actor === "agent") return 0;
  const accounts = documents.counts(oauthAccountStream).reauth_required ?? 0;
  return accounts + (documents.counts(itemStream).login_required ?? 0);
}

/** Returns accounts and banks that a person must reconnect. Agents do not see them. */
export function needsOfConnections(ctx: Ctx, limit: number): Need[] {
  if (ctx.actor === "agent") return [];
  const { documents } = ctx.store;
  const accounts = documents.find(oauthAccountStream, { status: "reauth_required" }, { limit });
  const items = documents.find(itemStream, { status: "login_required" }, { limit });
  const need = (id: string, label: string, detail: string, since: string, action: string): Need => ({
    id,
    kind: "connection",
    severity: "warning",
    title: `Reconnect ${label}`,
    detail,
    since,
    waitingSeconds: waitingSeconds(ctx, since),
    blocks: { runs: 0, taskSessions: 0, detail: "No run is waiting for it." },
    expiresAt: null,
    ifIgnored: "Everything that uses it fails until then.",
    runId: null,
    taskSessionId: null,
    notificationId: null,
    actions: [{ id: "connect", operation: action }],
  });
  return [
    ...accounts.map(({ id, label, statusReason, statusAt, connectorId }) =>
      need(
        id,
        label,
        `The server no longer refreshes its access (${statusReason}).`,
        statusAt,
        `POST /oauth/apps/${connectorId}/start`,
      )
    ),
    ...items.map(({ id, institution, error, updatedAt }) =>
      need(
        id,
        institution.name,
        error?.detail ?? "The institution requires a new login.",
        updatedAt,
        "POST /financelink/link/token/create",
      )
    ),
  ];
}
