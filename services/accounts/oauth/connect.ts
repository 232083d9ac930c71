import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type {
  FlowOutcome,
  Grant,
  OauthAccountDocument,
  OauthAppDocument,
  OauthFlowDocument,
} from "../../../store/oauth/document.ts";
import { oauthFlowStream } from "../../../store/oauth/flow_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { setSecret } from "../secrets/set.ts";
import { find } from "../secrets/use.ts";
import type { Granted } from "./granted.ts";
import type { OauthLive } from "./live.ts";
import { nextRefreshAt } from "./refresh_times.ts";

/** The account of an authorization; `other` if it belongs to a different person than the one to be reconnected. */
export type ConnectOutcome =
  | { outcome: "connected" | "reconnected" | "scope_refused"; accountId: string; isNew: boolean }
  | { outcome: "other_account" };

/** Ends an authorization that produced no account. */
export function failFlow(
  ctx: Ctx<OauthLive>,
  { id }: OauthFlowDocument,
  outcome: FlowOutcome,
  detail: string,
): void {
  record(ctx, oauthFlowStream, id, [{ type: "oauth_flow.failed", data: { outcome, detail } }]);
}

/**
 * Encrypts the tokens and records the account, in one unit: under the id of the account that is reconnected, or of one
 * that the same person has with this connector, or under a new one.
 */
export function connectGranted(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  flow: OauthFlowDocument,
  granted: Granted,
): ConnectOutcome {
  return ctx.write(() => {
    const before = accountBefore(ctx, flow, granted);
    const { fingerprint, label, emailMasked } = granted.subject;
    if (before && isOther(before, fingerprint) && !flow.allowOtherAccount) {
      const detail = "A different person signed in, so the account was not reconnected.";
      failFlow(ctx, flow, "other_account", detail);
      return { outcome: "other_account" };
    }
    const accountId = before?.id ?? ctx.newId("account");
    const data = {
      ...sealGrant(ctx, accountId, { granted, requestedScopes: flow.scopes, before: null }),
      connectorId: app.id,
      provider: app.provider,
      flowId: flow.id,
      subjectFingerprint: fingerprint,
      label,
      emailMasked,
    };
    record(ctx, oauthAccountStream, accountId, [{ type: "oauth_account.connected", data }]);
    const refused = quarantineIfBroader(ctx, accountId);
    if (refused) failFlow(ctx, flow, "scope_refused", "The server granted more than was requested.");
    else record(ctx, oauthFlowStream, flow.id, [{ type: "oauth_flow.completed", data: { accountId } }]);
    const outcome = refused
      ? "scope_refused" as const
      : before
      ? "reconnected" as const
      : "connected" as const;
    return { outcome, accountId, isNew: before === null };
  });
}

/** Stores the tokens of a response and returns what is recorded of them. The caller records it in the same unit. */
export function sealGrant(
  ctx: Ctx<OauthLive>,
  accountId: string,
  { granted, requestedScopes, before }: {
    granted: Granted;
    requestedScopes: string[];
    /** The account whose refresh token stays in use if the server does not send another one. */
    before: OauthAccountDocument | null;
  },
): Grant {
  const seal = (part: "access" | "refresh", value: string) => {
    const name = `oauth/${accountId}/${part}`;
    const known = find(ctx, { name });
    const { id, version } =
      setSecret(ctx, { name, kind: "oauth-token", value, ...(known && { id: known.id }) }).value;
    // A server may send the same token again, which is then no newer.
    return { id, version, isNew: before === null || version !== known?.version };
  };
  const access = seal("access", granted.access);
  const refresh = granted.refresh === null ? null : seal("refresh", granted.refresh);
  const now = ctx.now();
  const refreshSecretId = refresh?.id ?? before?.refreshSecretId ?? null;
  const { accessExpiresAt, grantedScopes } = granted;
  return {
    requestedScopes,
    grantedScopes,
    accessSecretId: access.id,
    accessVersion: access.version,
    accessExpiresAt,
    refreshSecretId,
    refreshIssuedAt: refresh?.isNew ? now.toISOString() : before?.refreshIssuedAt ?? null,
    refreshExpiresAt: granted.refreshExpiresAt ?? (refresh?.isNew ? null : before?.refreshExpiresAt ?? null),
    rotated: before !== null && refresh !== null && refresh.isNew,
    nextRefreshAt: refreshSecretId === null ? null : nextRefreshAt(accessExpiresAt, now, ctx.oauth.random()),
  };
}

/** Quarantines an account that was granted more than requested. Returns whether it was. */
export function quarantineIfBroader(ctx: Ctx<OauthLive>, accountId: string): boolean {
  const { grantedScopes, requestedScopes } = ctx.store.documents.get(oauthAccountStream, accountId)!;
  const extraScopes = grantedScopes.filter((scope) => !requestedScopes.includes(scope));
  if (extraScopes.length === 0) return false;
  record(ctx, oauthAccountStream, accountId, [{ type: "oauth_account.quarantined", data: { extraScopes } }]);
  return true;
}

function accountBefore(
  { store }: Ctx<OauthLive>,
  { accountId, connectorId }: OauthFlowDocument,
  { subject }: Granted,
): OauthAccountDocument | null {
  // It may have been revoked while its owner was at the server; then it is a new one.
  const named = accountId === null ? null : store.documents.get(oauthAccountStream, accountId);
  if (named && named.status !== "revoked") return named;
  if (subject.fingerprint === null) return null;
  const where = { connectorId, subjectFingerprint: subject.fingerprint };
  return store.documents.all(oauthAccountStream, where, { newestFirst: true })
    .find(({ status }) => status !== "revoked") ?? null;
}

const isOther = (before: OauthAccountDocument, fingerprint: string | null): boolean =>
  before.subjectFingerprint !== null && before.subjectFingerprint !== fingerprint;
