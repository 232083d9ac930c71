import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { OauthAccountDocument, OauthAppDocument } from "../../../store/oauth/document.ts";
import { carryOut } from "../../ground/effects/carry_out.ts";
import type { Attempt, Outcome } from "../../ground/effects/effect.ts";
import { RETRIES, retryAt } from "../../ground/effects/retries.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";
import { useSecret } from "../secrets/use.ts";
import { requireApp, requireEnabled } from "./app_model.ts";
import { quarantineIfBroader, sealGrant } from "./connect.ts";
import { explainFailure, type Failure } from "./failure.ts";
import { type Granted, readGranted } from "./granted.ts";
import { type OauthLive, refreshKey } from "./live.ts";
import { connect, type Connection, NO_ANSWER } from "./server.ts";

const MAX_WAIT_MILLISECONDS = 30_000;

/** Returns the account's document. Throws `NotFoundError`. */
export function requireAccount({ store }: Pick<Ctx<OauthLive>, "store">, id: string): OauthAccountDocument {
  const account = store.documents.get(oauthAccountStream, id);
  if (!account) throw new NotFoundError("account", id);
  return account;
}

/**
 * Refreshes the access of an account. Callers during a refresh wait for it, for at most 30 seconds. Resolves once the
 * outcome, of either kind, is on disk; throws for an account that cannot be refreshed.
 */
export async function refreshAccount(ctx: Ctx<OauthLive>, id: string, reason: string): Promise<void> {
  const { attempts } = ctx.oauth;
  const key = refreshKey(id);
  if (!attempts.has(key)) requireRefreshable(ctx, requireAccount(ctx, id));
  const refreshed = attempts.once(key, (attempt) => refresh(ctx, id, reason, attempt));
  refreshed.catch(() => {}); // each waiting caller gets the error
  await within(refreshed);
}

function requireRefreshable(
  ctx: Ctx<OauthLive>,
  { status, refreshSecretId, connectorId }: OauthAccountDocument,
): void {
  if (status === "revoked" || status === "quarantined") {
    throw new InvalidError(
      `The account is ${status}. Connect it with POST /oauth/apps/${connectorId}/start.`,
    );
  }
  if (refreshSecretId === null) {
    throw new InvalidError(
      "The server sent no refresh token. Reconnect the account when its access ends.",
    );
  }
  requireEnabled(requireApp(ctx, connectorId));
}

async function within(refreshed: Promise<void>): Promise<void> {
  const slow = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => slow.reject(new UnavailableError("The refresh is taking longer than 30 seconds. Try again later.")),
    MAX_WAIT_MILLISECONDS,
  );
  try {
    await Promise.race([refreshed, slow.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function refresh(ctx: Ctx<OauthLive>, id: string, reason: string, attempt: Attempt): Promise<void> {
  const before = requireAccount(ctx, id);
  const app = requireApp(ctx, before.connectorId);
  // A start without a result, and no refresh in progress: this service ended in the middle of it.
  const afterInterruption = before.status === "refreshing";
  let failure: Failure | null = null;
  await carryOut({
    kind: "token_refresh",
    // Each attempt is recorded anew: what became of an interrupted one only the next answer can tell.
    progress: "new",
    intend: () => {
      const started = { type: "oauth_account.refresh_started" as const, data: { reason, afterInterruption } };
      return ctx.store.commit(() => record(ctx, oauthAccountStream, id, [started]));
    },
    perform: async (): Promise<Outcome<Granted>> => {
      let connection: Connection | null = null;
      try {
        connection = await connect(ctx, app, "oauth.refresh");
        return { kind: "done", result: await redeem(ctx, app, before, connection) };
      } catch (cause) {
        failure = explainFailure(cause, connection?.last ?? NO_ANSWER);
        return { kind: failure.inDoubt ? "unknown" : "refused", detail: failure.sentence };
      }
    },
    record: (outcome) =>
      ctx.store.commit(() => {
        if (outcome.kind === "done") recordGrant(ctx, app, before, outcome.result);
        else {recordFailure(ctx, app, before, {
            failure: failure!,
            lost: afterInterruption || before.inDoubt,
          });}
      }),
  }, attempt);
}

async function redeem(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  before: OauthAccountDocument,
  { oauth, server, client, auth, options, host }: Connection,
): Promise<Granted> {
  const token = await useSecret(ctx, { id: before.refreshSecretId! }, { call: "oauth.refresh", host });
  // Since it was connected again, this may be the token of the new grant, which is not to be spent for the former one.
  if (requireAccount(ctx, before.id).status !== "refreshing") {
    throw new UnavailableError("The account was connected again, or revoked, in the meantime.");
  }
  const answer = await oauth.refreshTokenGrantRequest(server, client, auth, token, options);
  const tokens = await oauth.processRefreshTokenResponse(server, client, answer);
  return await readGranted(ctx, app, { oauth, server, answer, tokens, options, asked: before.grantedScopes });
}

/** Encrypts the new tokens and records them in one unit; waiting callers are told once it is on disk. */
function recordGrant(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  before: OauthAccountDocument,
  granted: Granted,
): void {
  const { id, requestedScopes, subjectFingerprint } = before;
  const now = requireAccount(ctx, id);
  // It was revoked in the meantime: the new tokens are kept only to revoke them at the server.
  if (now.status === "revoked") return void sealGrant(ctx, id, { granted, requestedScopes, before });
  // It was reconnected in the meantime: the tokens of the former grant are useless.
  if (now.status !== "refreshing") return;
  const { fingerprint } = granted.subject;
  if (fingerprint !== null && subjectFingerprint !== null && fingerprint !== subjectFingerprint) {
    const failure: Failure = {
      kind: "definitive",
      errorCode: "identity_changed",
      httpStatus: 200,
      answered: true,
      inDoubt: false,
      retryAfterSeconds: null,
      sentence: "The server's response is for a different person.",
    };
    return recordFailure(ctx, app, before, { failure, lost: false });
  }
  const grant = sealGrant(ctx, id, { granted, requestedScopes, before });
  const data = { ...grant, endsWarnings: grant.rotated || before.consecutiveFailures > 0 };
  record(ctx, oauthAccountStream, id, [{ type: "oauth_account.refreshed", data }]);
  quarantineIfBroader(ctx, id);
}

function recordFailure(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  before: OauthAccountDocument,
  { failure, lost }: { failure: Failure; lost: boolean },
): void {
  if (requireAccount(ctx, before.id).status !== "refreshing") return;
  const now = ctx.now();
  const { consecutiveFailures: failures, failingSince } = before;
  const { retryAfterSeconds, errorCode, httpStatus, inDoubt } = failure;
  const failed = { before: failures, since: failingSince, askedSeconds: retryAfterSeconds };
  const next = failure.kind === "definitive" ? null : retryAt(RETRIES.token_refresh, failed, now);
  const isLost = lost && errorCode === "invalid_grant";
  const data = {
    definitive: next === null,
    statusReason: isLost ? "rotation_lost" : errorCode,
    errorCode,
    httpStatus,
    inDoubt,
    retryAt: next,
  };
  record(ctx, oauthAccountStream, before.id, [{ type: "oauth_account.refresh_failed", data }]);
  // The lifetime of refresh tokens is learned from those that ended on their own.
  if (errorCode !== "invalid_grant" || isLost || before.refreshIssuedAt === null) return;
  const seconds = Math.round((now.getTime() - Date.parse(before.refreshIssuedAt)) / 1000);
  record(ctx, oauthAppStream, app.id, [{ type: "oauth_app.lifetime_observed", data: { seconds } }]);
}
