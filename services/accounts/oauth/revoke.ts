import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { OauthAccountDocument } from "../../../store/oauth/document.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { singleFlight } from "../../ground/kernel/single_flight.ts";
import { deleteSecret } from "../secrets/delete.ts";
import { find, useSecret } from "../secrets/use.ts";
import { showAccount } from "./account_model.ts";
import { requireApp } from "./app_model.ts";
import type { OauthLive } from "./live.ts";
import { requireAccount } from "./refresh.ts";
import { accountsOf } from "./schedule.ts";
import type { OauthAccount } from "./account_schemas.ts";
import { connect } from "./server.ts";

const RETRY_MILLISECONDS = 3_600_000;
const RETRY_FOR_MILLISECONDS = 24 * 3_600_000;

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

/** Returns when the next server is notified of a revocation; null if all have been. */
export function nextRevocation(ctx: Ctx<OauthLive>): Date | null {
  const times = untold(ctx).map(({ remoteRetryAt }) => Date.parse(remoteRetryAt!));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Tells every server that is due. */
export async function revokeDue(ctx: Ctx<OauthLive>): Promise<void> {
  const now = ctx.now().toISOString();
  for (const { id, remoteRetryAt } of untold(ctx)) if (remoteRetryAt! <= now) await revokeRemotely(ctx, id);
}

const untold = (ctx: Ctx<OauthLive>): OauthAccountDocument[] =>
  [...accountsOf(ctx, "revoked"), ...accountsOf(ctx, "quarantined")].filter(({ remoteRetryAt }) =>
    remoteRetryAt !== null
  );

/**
 * Tells the server that the grant has ended: the refresh token first, then the access token (RFC 7009). The tokens are
 * removed once it has confirmed that, if it has no such endpoint, or after a day of attempts.
 */
const revokeRemotely = (ctx: Ctx<OauthLive>, id: string): Promise<void> =>
  singleFlight(ctx.oauth.revocations, id, async () => {
    // Tokens of a refresh in progress are revoked with the rest.
    await ctx.oauth.flights.get(id)?.catch(() => {});
    const account = requireAccount(ctx, id);
    if (account.remoteRetryAt !== null) await endGrant(ctx, account);
  });

async function endGrant(ctx: Ctx<OauthLive>, account: OauthAccountDocument): Promise<void> {
  const told = await tellServer(ctx, account);
  const tried = ctx.now().getTime() - Date.parse(account.statusAt);
  const again = told.outcome === "failed" && tried < RETRY_FOR_MILLISECONDS;
  const retryAt = again ? new Date(ctx.now().getTime() + RETRY_MILLISECONDS).toISOString() : null;
  await ctx.store.commit(() =>
    record(ctx, oauthAccountStream, account.id, [
      // The remaining work is recorded in the log until the tokens are gone.
      {
        type: "oauth_account.remote_revocation",
        data: { ...told, retryAt: retryAt ?? ctx.now().toISOString() },
      },
    ])
  );
  if (retryAt !== null) return;
  for (const part of ["refresh", "access"]) {
    const secret = find(ctx, { name: `oauth/${account.id}/${part}` });
    if (secret) await deleteSecret(ctx, secret.id);
  }
  await ctx.store.commit(() =>
    record(ctx, oauthAccountStream, account.id, [{ type: "oauth_account.material_removed", data: {} }])
  );
}

type Told = { outcome: "confirmed" | "unsupported" | "failed"; detail: string };

async function tellServer(ctx: Ctx<OauthLive>, account: OauthAccountDocument): Promise<Told> {
  if (account.remoteRevocation === "confirmed") {
    return { outcome: "confirmed", detail: account.remoteDetail ?? "" };
  }
  const app = requireApp(ctx, account.connectorId);
  if (app.endpoints.revocation === null) {
    const site = new URL(app.endpoints.authorization).origin;
    const detail =
      `The server does not support revocation. End the access in the account's own settings at ${site}.`;
    return { outcome: "unsupported", detail };
  }
  try {
    const { oauth, server, client, auth, options, host } = await connect(ctx, app, "oauth.revoke");
    for (const part of ["refresh", "access"] as const) {
      const secret = find(ctx, { name: `oauth/${account.id}/${part}` });
      if (!secret) continue;
      const token = await useSecret(ctx, { id: secret.id }, { call: "oauth.revoke", host });
      const hint = { additionalParameters: { token_type_hint: `${part}_token` } };
      const answer = await oauth.revocationRequest(server, client, auth, token, { ...options, ...hint });
      await oauth.processRevocationResponse(answer);
    }
    return { outcome: "confirmed", detail: "The server confirmed that the access has ended." };
  } catch (cause) {
    const why = cause instanceof UnavailableError ? cause.message : "It refused, or could not be reached.";
    return { outcome: "failed", detail: `The server did not confirm the revocation. ${why}` };
  }
}
