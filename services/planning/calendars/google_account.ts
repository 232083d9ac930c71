import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import type { ConfiguredSource } from "../planner_settings/settings.ts";

/** Google's Calendar API, version 3. */
export const GOOGLE = "https://www.googleapis.com/calendar/v3";

type Named = Pick<SourceConfig, "accountId" | "url">;

/** Throws if a source names no account, or one that does not exist, has ended, or is not for that calendar server. */
export function requireOauthAccount({ store }: Ctx, id: string, { accountId, url }: Named): void {
  if (accountId === null) {
    throw new InvalidError(
      `The source "${id}" needs the accountId of a Google account. Connect one first; GET /oauth/accounts lists them.`,
    );
  }
  const account = store.documents.get(oauthAccountStream, accountId);
  if (!account) throw new NotFoundError("account", accountId);
  if (account.status === "revoked") {
    throw new InvalidError(
      `The account ${accountId} is revoked. Connect another one for the source "${id}".`,
    );
  }
  const { host } = new URL(url ?? GOOGLE);
  const app = store.documents.get(oauthAppStream, account.connectorId);
  if (!app?.allowedHosts.includes(host)) {
    throw new InvalidError(
      `The account ${accountId} of "${account.connectorId}" may not be used at ${host}, so the source "${id}" could not be read. Use an account of Google.`,
    );
  }
}

/** Returns when a source's account was connected again, or refreshed at last, after the last attempt; null if it was not. */
export function connectedAgainAt(
  { store }: Pick<Core, "store">,
  { config: { accountId }, lastAttemptAt }: ConfiguredSource,
): Date | null {
  const account = accountId === null ? undefined : store.documents.get(oauthAccountStream, accountId);
  // A refresh after others that succeeded is not a new consent: what was refused stays refused.
  if (account?.status !== "connected" || account.wellSince <= (lastAttemptAt ?? "")) return null;
  return new Date(account.wellSince);
}
