import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { OauthAccountDocument } from "../../../store/oauth/document.ts";
import { recordOf } from "../../../store/shared/records.ts";
import { carryOut } from "../../ground/effects/carry_out.ts";
import type { Waiting } from "../../ground/effects/due.ts";
import type { Outcome } from "../../ground/effects/effect.ts";
import { RETRIES, retryAt } from "../../ground/effects/retries.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { deleteSecret } from "../secrets/delete.ts";
import { find, useSecret } from "../secrets/use.ts";
import { showAccount } from "./account_model.ts";
import { requireApp } from "./app_model.ts";
import { type OauthLive, refreshKey } from "./live.ts";
import { requireAccount } from "./refresh.ts";
import { accountsOf } from "./schedule.ts";
import type { OauthAccount } from "./account_schemas.ts";
import { connect } from "./server.ts";

/** Disables an account permanently, here at once and then at its server. Repeating it changes nothing. */
export async function revokeAccount(ctx: Ctx<OauthLive>, id: string, reason: string): Promise<OauthAccount> {
  if (requireAccount(ctx, id).status !== "revoked") {
    await ctx.store.commit(() =>
      record(ctx, oauthAccountStream, id, [{ type: "oauth_account.revoked", data: { reason } }])
    );
    await revokeRemotely(ctx, id);
  }
  return showAccount(ctx, requireAccount(ctx, id));
}

/** Returns the accounts whose servers are to be told that their access has ended, each with its moment. */
export function* waitingRevocations(ctx: Ctx<OauthLive>): Generator<Waiting> {
  for (const status of ["revoked", "quarantined"] as const) {
    for (const { id, remoteRetryAt } of accountsOf(ctx, status)) {
      if (remoteRetryAt !== null) yield { id, at: new Date(remoteRetryAt) };
    }
  }
}

/**
 * Tells the server that the grant has ended: the refresh token first, then the access token (RFC 7009). The tokens are
 * removed once it has confirmed that, if it has no such endpoint, or after a day of attempts.
 */
export const revokeRemotely = (ctx: Ctx<OauthLive>, id: string): Promise<void> =>
  ctx.oauth.attempts.once(`revoke/${id}`, async (attempt) => {
    // Tokens of a refresh in progress are revoked with the rest.
    await ctx.oauth.attempts.settled(refreshKey(id));
    const account = requireAccount(ctx, id);
    if (account.remoteRetryAt === null) return;
    await carryOut({
      kind: "token_revocation",
      progress: "intended",
      perform: () => tellServer(ctx, account),
      record: (outcome) => recordAnswer(ctx, account, outcome),
    }, attempt);
  });

/** A quarantined account may be connected again meanwhile: its new tokens are not those to revoke. */
function isEnded(ctx: Ctx<OauthLive>, { id, accessSecretId, accessVersion }: OauthAccountDocument): boolean {
  const now = requireAccount(ctx, id);
  const same = now.accessSecretId === accessSecretId && now.accessVersion === accessVersion;
  return same && (now.status === "revoked" || now.status === "quarantined");
}

/** The remaining work is recorded in the log until the tokens are gone. */
async function recordAnswer(
  ctx: Ctx<OauthLive>,
  account: OauthAccountDocument,
  end: Outcome<Told>,
): Promise<void> {
  const { id, statusAt } = account;
  if (!isEnded(ctx, account)) return;
  const told: Told = end.kind === "done" ? end.result : { outcome: "failed", detail: end.detail };
  const next = end.kind === "done"
    ? null
    : retryAt(RETRIES.token_revocation, { before: 0, since: statusAt }, ctx.now());
  const data = { ...told, retryAt: next ?? ctx.now().toISOString() };
  await ctx.store.commit(() =>
    record(ctx, oauthAccountStream, id, [{ type: "oauth_account.remote_revocation", data }])
  );
  if (next !== null) return;
  for (const part of ["refresh", "access"]) {
    if (!isEnded(ctx, account)) return;
    const secret = find(ctx, { name: `oauth/${id}/${part}` });
    if (secret) await deleteSecret(ctx, secret.id);
  }
  if (!isEnded(ctx, account)) return;
  await ctx.store.commit(() =>
    record(ctx, oauthAccountStream, id, [{ type: "oauth_account.material_removed", data: {} }])
  );
}

type Told = { outcome: "confirmed" | "unsupported" | "failed"; detail: string };

async function tellServer(ctx: Ctx<OauthLive>, account: OauthAccountDocument): Promise<Outcome<Told>> {
  const done = (outcome: Told["outcome"], detail: string) =>
    ({ kind: "done", result: { outcome, detail } }) as const;
  if (account.remoteRevocation === "confirmed") return done("confirmed", account.remoteDetail ?? "");
  const app = requireApp(ctx, account.connectorId);
  if (app.endpoints.revocation === null) {
    const site = new URL(app.endpoints.authorization).origin;
    const detail =
      `The server does not support revocation. End the access in the account's own settings at ${site}.`;
    return done("unsupported", detail);
  }
  try {
    const { oauth, server, client, auth, options, host } = await connect(ctx, app, "oauth.revoke");
    for (const part of ["refresh", "access"] as const) {
      if (!isEnded(ctx, account)) break;
      const secret = find(ctx, { name: `oauth/${account.id}/${part}` });
      if (!secret) continue;
      const token = await useSecret(ctx, { id: secret.id }, { call: "oauth.revoke", host });
      const hint = { additionalParameters: { token_type_hint: `${part}_token` } };
      const answer = await oauth.revocationRequest(server, client, auth, token, { ...options, ...hint });
      await oauth.processRevocationResponse(answer).catch((cause) => {
        // Some servers refuse a token that has ended already, such as with the refresh token before it.
        if (recordOf(cause).error !== "invalid_token") throw cause;
      });
    }
    return done("confirmed", "The server confirmed that the access has ended.");
  } catch (cause) {
    const why = cause instanceof UnavailableError ? cause.message : "It refused, or could not be reached.";
    return { kind: "unknown", detail: `The server did not confirm the revocation. ${why}` };
  }
}
