import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showAccount, shownStatus } from "./account_model.ts";
import type { OauthLive } from "./live.ts";
import type { OauthAccount, OauthAccountsQuery } from "./account_schemas.ts";

/** Returns the accounts that match all filters, newest first. */
export function listAccounts(
  ctx: Ctx<OauthLive>,
  { limit, offset, status, ...filter }: OauthAccountsQuery,
): OauthAccount[] {
  const where = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const { documents } = ctx.store;
  // Whether one is expiring depends on the time, so no index knows it.
  return documents.all(oauthAccountStream, where, { newestFirst: true })
    .filter((account) => status === undefined || shownStatus(ctx, account) === status)
    .slice(offset, offset + limit)
    .map((account) => showAccount(ctx, account));
}
