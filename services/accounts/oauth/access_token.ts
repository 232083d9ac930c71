import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { type SecretUse, useSecret } from "../secrets/use.ts";
import { shownStatus } from "./account_model.ts";
import { requireApp, requireEnabled } from "./app_model.ts";
import type { OauthLive } from "./live.ts";
import { refreshAccount, requireAccount } from "./refresh.ts";

/** An account that its owner must reconnect before it can be used. */
export class ReconnectError extends UnavailableError {}

/**
 * Returns the access token of an account for one use, refreshed first if that is due. The host must be one that the app
 * allows. The receipt is on disk before this resolves. Throws with a sentence that says what to do.
 */
export async function accessTokenOf(ctx: Ctx<OauthLive>, accountId: string, use: SecretUse): Promise<string> {
  const app = requireApp(ctx, requireAccount(ctx, accountId).connectorId);
  if (!app.allowedHosts.includes(use.host.toLowerCase())) {
    throw new InvalidError(
      `The connector "${app.id}" may not send its access to ${use.host}. Add that host to "allowedHosts" of POST /oauth/apps/${app.id}.`,
    );
  }
  requireEnabled(app);
  const mayRefresh = (account: { refreshSecretId: string | null }) => account.refreshSecretId !== null;
  const before = requireAccount(ctx, accountId);
  if (mayRefresh(before) && ["expiring", "refreshing"].includes(shownStatus(ctx, before))) {
    await refreshAccount(ctx, accountId, `${use.call} needs it`);
  }
  const account = requireAccount(ctx, accountId);
  const ended = account.accessExpiresAt !== null && account.accessExpiresAt <= ctx.now().toISOString();
  if (ended && mayRefresh(account) && ["degraded", "refreshing"].includes(account.status)) {
    throw new UnavailableError(
      `The access of the account "${account.label}" has ended, and its refresh fails for now (${account.statusReason}). It is retried automatically.`,
    );
  }
  if (ended || ["revoked", "quarantined", "reauth_required"].includes(account.status)) {
    throw new ReconnectError(
      `The account "${account.label}" must be reconnected (${
        account.statusReason ?? "its access has ended"
      }). Connect it again with POST /oauth/apps/${app.id}/start and its id.`,
    );
  }
  return await useSecret(ctx, { id: account.accessSecretId }, use);
}
