import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import type { OauthAccountDocument } from "./document.ts";
import { oauthAccountEvents } from "./events.ts";

type AccountEvent = EventOf<typeof oauthAccountEvents>;
type Of<Type extends AccountEvent["type"]> = Extract<AccountEvent, { type: Type }>;

/** An account at a server that this service was given access to. */
export const oauthAccountStream = defineStream<OauthAccountDocument>()({
  kind: "oauth_account",
  version: 2,
  events: oauthAccountEvents,
  indexes: [
    ["connectorId"],
    ["provider"],
    ["status"],
    ["connectorId", "provider"],
    ["connectorId", "subjectFingerprint"],
  ],
  countBy: "status",
  evolve: (account, event) => {
    if (event.type === "oauth_account.connected") return connected(account, event);
    if (!account) return null;
    return { ...account, ...change(account, event), updatedAt: event.at };
  },
});

function connected(before: OauthAccountDocument | null, event: Of<"oauth_account.connected">) {
  const { flowId: _, ...data } = event.data;
  return {
    id: idOf(event),
    ...data,
    ...well(event.at),
    wellSince: event.at,
    lastRefreshedAt: null,
    lastRefresh: null,
    remoteRevocation: null,
    remoteDetail: null,
    remoteRetryAt: null,
    connectedAt: before?.connectedAt ?? event.at,
    revokedAt: null,
    updatedAt: event.at,
  };
}

/** The state after a server granted what was requested. */
const well = (at: string) => ({
  status: "connected" as const,
  statusReason: null,
  statusAt: at,
  consecutiveFailures: 0,
  failingSince: null,
  inDoubt: false,
  warned: [],
});

function change(
  account: OauthAccountDocument,
  event: Exclude<AccountEvent, { type: "oauth_account.connected" }>,
): Partial<OauthAccountDocument> {
  const { at } = event;
  switch (event.type) {
    case "oauth_account.refresh_started":
      return { status: "refreshing", statusReason: event.data.reason, statusAt: at };
    case "oauth_account.refreshed": {
      const { endsWarnings, ...grant } = event.data;
      return {
        ...grant,
        ...well(at),
        wellSince: account.consecutiveFailures > 0 ? at : account.wellSince,
        warned: endsWarnings ? [] : account.warned,
        lastRefreshedAt: at,
        lastRefresh: { outcome: "refreshed", at, httpStatus: 200, errorCode: null },
      };
    }
    case "oauth_account.refresh_failed":
      return failed(account, event);
    case "oauth_account.quarantined":
      return {
        status: "quarantined",
        statusReason: `extra_scopes: ${event.data.extraScopes.join(" ")}`,
        statusAt: at,
        nextRefreshAt: null,
        remoteRevocation: "pending",
        remoteRetryAt: at,
      };
    case "oauth_account.human_needed":
      return { warned: [...account.warned, event.data.threshold] };
    case "oauth_account.revoked":
      return {
        status: "revoked",
        statusReason: event.data.reason,
        statusAt: at,
        nextRefreshAt: null,
        revokedAt: at,
        // The revocation that a quarantine started is not started again.
        ...(account.status !== "quarantined" && { remoteRevocation: "pending", remoteRetryAt: at }),
      };
    case "oauth_account.remote_revocation":
      return {
        remoteRevocation: event.data.outcome,
        remoteDetail: event.data.detail,
        remoteRetryAt: event.data.retryAt,
      };
    case "oauth_account.material_removed":
      return { remoteRetryAt: null };
  }
}

function failed(
  account: OauthAccountDocument,
  { data, at }: Of<"oauth_account.refresh_failed">,
): Partial<OauthAccountDocument> {
  const { definitive, statusReason, errorCode, httpStatus, inDoubt, retryAt } = data;
  return {
    status: definitive ? "reauth_required" : "degraded",
    statusReason,
    statusAt: at,
    nextRefreshAt: retryAt,
    inDoubt: account.inDoubt || inDoubt,
    consecutiveFailures: account.consecutiveFailures + 1,
    failingSince: account.failingSince ?? at,
    lastRefresh: { outcome: definitive ? "definitive" : "transient", at, httpStatus, errorCode },
  };
}
