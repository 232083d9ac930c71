import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { OauthAccountDocument } from "../../../store/oauth/document.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { Waiting } from "../../ground/effects/due.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { type OauthLive, refreshKey } from "./live.ts";

const PAGE = 1000;

/** Returns every account with a status, however many there are. */
export function* accountsOf(
  { store }: Pick<Ctx<OauthLive>, "store">,
  status: OauthAccountDocument["status"],
): Generator<OauthAccountDocument> {
  for (let after = "";;) {
    const page = store.documents.find(oauthAccountStream, { status }, { limit: PAGE, after });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** Returns when the access of an account is refreshed automatically, or null. An interrupted one is due at once. */
function refreshTime(
  ctx: Ctx<OauthLive>,
  { id, status, nextRefreshAt, connectorId }: OauthAccountDocument,
): Date | null {
  if (ctx.oauth.attempts.has(refreshKey(id))) return null;
  if (ctx.store.documents.get(oauthAppStream, connectorId)?.status !== "enabled") return null;
  if (status === "refreshing") return new Date(0);
  return nextRefreshAt === null ? null : new Date(nextRefreshAt);
}

/** Returns the accounts that are refreshed automatically, each with its moment. */
export function* waitingRefreshes(ctx: Ctx<OauthLive>): Generator<Waiting> {
  for (const status of ["connected", "degraded", "refreshing"] as const) {
    for (const account of accountsOf(ctx, status)) {
      const at = refreshTime(ctx, account);
      if (at !== null) yield { id: account.id, at };
    }
  }
}
