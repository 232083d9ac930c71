import type { OauthAccountDocument } from "../../../store/oauth/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { receiptsOf, usesOf } from "../secrets/receipts.ts";
import { requireApp } from "./app_model.ts";
import { forecastOf, refreshExpiry } from "./forecast.ts";
import type { OauthLive } from "./live.ts";
import type { OauthAccount } from "./account_schemas.ts";

const RECEIPTS = 5;

/** Returns the displayed status: a connected account whose refresh is due, or whose access has ended, is expiring. */
export function shownStatus(
  { now }: Pick<Ctx<OauthLive>, "now">,
  { status, nextRefreshAt, accessExpiresAt }: OauthAccountDocument,
): OauthAccount["status"] {
  if (status !== "connected") return status;
  const due = nextRefreshAt ?? accessExpiresAt;
  return due !== null && due <= now().toISOString() ? "expiring" : "connected";
}

/** Returns an account as the API shows it. */
export function showAccount(ctx: Ctx<OauthLive>, account: OauthAccountDocument): OauthAccount {
  const app = requireApp(ctx, account.connectorId);
  const { requestedScopes, grantedScopes, accessSecretId, refreshSecretId, remoteRevocation } = account;
  const secrets = [accessSecretId, ...(refreshSecretId === null ? [] : [refreshSecretId])];
  return {
    id: account.id,
    connectorId: account.connectorId,
    provider: account.provider,
    status: shownStatus(ctx, account),
    statusReason: account.statusReason,
    subject: { label: account.label, emailMasked: account.emailMasked },
    requestedScopes,
    grantedScopes,
    missingScopes: requestedScopes.filter((scope) => !grantedScopes.includes(scope)),
    extraScopes: grantedScopes.filter((scope) => !requestedScopes.includes(scope)),
    capabilityClass: app.capabilityClass,
    accessToken: {
      secretId: accessSecretId,
      version: account.accessVersion,
      expiresAt: account.accessExpiresAt,
    },
    refreshToken: {
      present: refreshSecretId !== null && account.status !== "revoked",
      rotates: account.rotated,
      ...refreshExpiry(app, account),
    },
    nextRefreshAt: account.nextRefreshAt,
    lastRefreshedAt: account.lastRefreshedAt,
    lastRefresh: account.lastRefresh,
    consecutiveFailures: account.consecutiveFailures,
    forecast: forecastOf(app, account),
    usedBy: usesOf(ctx, accessSecretId),
    receipts: receiptsOf(ctx, secrets, RECEIPTS),
    remoteRevocation: remoteRevocation && { outcome: remoteRevocation, detail: account.remoteDetail },
    connectedAt: account.connectedAt,
    revokedAt: account.revokedAt,
    updatedAt: account.updatedAt,
  };
}
