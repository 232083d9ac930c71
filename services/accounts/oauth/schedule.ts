import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { OauthAccountDocument } from "../../../store/oauth/document.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { OauthLive } from "./live.ts";
import { refreshAccount } from "./refresh.ts";

const AT_ONCE = 8;
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
  if (ctx.oauth.flights.has(id)) return null;
  if (ctx.store.documents.get(oauthAppStream, connectorId)?.status !== "enabled") return null;
  if (status === "refreshing") return new Date(0);
  return nextRefreshAt === null ? null : new Date(nextRefreshAt);
}

function* waiting(ctx: Ctx<OauthLive>): Generator<{ id: string; at: Date }> {
  for (const status of ["connected", "degraded", "refreshing"] as const) {
    for (const account of accountsOf(ctx, status)) {
      const at = refreshTime(ctx, account);
      if (at !== null) yield { id: account.id, at };
    }
  }
}

/** Returns when the next account is refreshed. */
export function nextRefresh(ctx: Ctx<OauthLive>): Date | null {
  const times = [...waiting(ctx)].map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Refreshes every account that is due, several at a time. */
export async function refreshDue(ctx: Ctx<OauthLive>): Promise<void> {
  const now = ctx.now();
  const due = [...waiting(ctx)].filter(({ at }) => at <= now);
  for (let at = 0; at < due.length; at += AT_ONCE) {
    await Promise.allSettled(
      due.slice(at, at + AT_ONCE).map(({ id }) => refreshAccount(ctx, id, "it was due")),
    );
  }
}
