import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { OauthAccountDocument, OauthAppDocument } from "../../../store/oauth/document.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { OauthLive } from "./live.ts";
import { RETRIES } from "../../ground/effects/retries.ts";
import { accountsOf } from "./schedule.ts";
import type { Forecast, OauthAccount } from "./account_schemas.ts";

const THRESHOLDS = [["1h", 3_600_000], ["1d", 86_400_000], ["7d", 7 * 86_400_000]] as const;

/**
 * When a refresh token ends, and how that is known: from the server, from configuration, or from how long earlier ones
 * lasted.
 */
export function refreshExpiry(
  app: OauthAppDocument,
  account: OauthAccountDocument,
): Pick<OauthAccount["refreshToken"], "expiresAt" | "expirySource"> {
  const { refreshSecretId, refreshExpiresAt, refreshIssuedAt } = account;
  if (refreshSecretId === null || refreshIssuedAt === null) {
    return { expiresAt: null, expirySource: "unknown" };
  }
  if (refreshExpiresAt !== null) return { expiresAt: refreshExpiresAt, expirySource: "server" };
  const after = (seconds: number) => new Date(Date.parse(refreshIssuedAt) + seconds * 1000).toISOString();
  const { refreshTokenLifetimeSeconds: configured, observedLifetimes } = app;
  if (configured !== null) return { expiresAt: after(configured), expirySource: "configured" };
  // A token that a person ended early says little; the longest lifetime is closest to what the server allows.
  if (observedLifetimes.length > 0) {
    return { expiresAt: after(Math.max(...observedLifetimes)), expirySource: "observed" };
  }
  return { expiresAt: null, expirySource: "unknown" };
}

/** When an account needs a human, why, and how certain that is. */
export function forecastOf(app: OauthAppDocument, account: OauthAccountDocument): Forecast {
  const { status, statusAt, statusReason } = account;
  if (status === "revoked") return { needsHumanBy: null, reason: "It is revoked.", confidence: "known" };
  if (status === "reauth_required" || status === "quarantined") {
    const reason = `It must be reconnected (${statusReason}).`;
    return { needsHumanBy: statusAt, reason, confidence: "known" };
  }
  const failing = account.failingSince === null
    ? null
    : new Date(Date.parse(account.failingSince) + RETRIES.token_refresh.within).toISOString();
  const expected = withoutFailures(app, account);
  if (failing === null || (expected.needsHumanBy !== null && expected.needsHumanBy <= failing)) {
    return expected;
  }
  return {
    needsHumanBy: failing,
    reason: "Its refresh fails and is retried until then.",
    confidence: "estimated",
  };
}

function withoutFailures(app: OauthAppDocument, account: OauthAccountDocument): Forecast {
  if (account.refreshSecretId === null) {
    const needsHumanBy = account.accessExpiresAt;
    return needsHumanBy === null
      ? { needsHumanBy, reason: "The server does not state an end.", confidence: "unknown" }
      : { needsHumanBy, reason: "The server sent no refresh token.", confidence: "known" };
  }
  const { expiresAt, expirySource } = refreshExpiry(app, account);
  switch (expirySource) {
    case "server":
      return { needsHumanBy: expiresAt, reason: "The refresh token ends then.", confidence: "known" };
    case "configured":
      return {
        needsHumanBy: expiresAt,
        reason: "Refresh tokens of this app last until then.",
        confidence: "known",
      };
    case "observed":
      return {
        needsHumanBy: expiresAt,
        reason: "Earlier refresh tokens of this app lasted this long.",
        confidence: "estimated",
      };
    case "unknown":
      return {
        needsHumanBy: null,
        reason: "The lifetime of the refresh token is unknown.",
        confidence: "unknown",
      };
  }
}

/** A warning that an account has not had yet: the closest threshold reached, or the next one. */
function nextWarning(ctx: Ctx<OauthLive>, account: OauthAccountDocument) {
  const app = ctx.store.documents.get(oauthAppStream, account.connectorId);
  const by = app && forecastOf(app, account).needsHumanBy;
  if (!by) return null;
  const left = Date.parse(by) - ctx.now().getTime();
  if (left <= 0) return null;
  const reached = THRESHOLDS.find(([, milliseconds]) => left <= milliseconds);
  const given = (name: string) => account.warned.some((warned) => warned === name);
  if (reached && !given(reached[0])) return { threshold: reached[0], by, at: ctx.now() };
  const coming = THRESHOLDS.toReversed().find(([name, milliseconds]) => left > milliseconds && !given(name));
  return coming ? { threshold: coming[0], by, at: new Date(Date.parse(by) - coming[1]) } : null;
}

function* warnings(ctx: Ctx<OauthLive>) {
  for (const status of ["connected", "degraded"] as const) {
    for (const account of accountsOf(ctx, status)) {
      const warning = nextWarning(ctx, account);
      if (warning) yield { ...warning, account };
    }
  }
}

/** Returns when the next warning about an account is due. */
export function nextForecast(ctx: Ctx<OauthLive>): Date | null {
  const times = [...warnings(ctx)].map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Records every warning that is due; its notification follows from that. */
export function warnDue(ctx: Ctx<OauthLive>): void {
  const now = ctx.now();
  for (const { account, threshold, by, at } of [...warnings(ctx)]) {
    if (at > now) continue;
    const data = { threshold, by, label: account.label };
    record(ctx, oauthAccountStream, account.id, [{ type: "oauth_account.human_needed", data }]);
  }
}
