import type { Ctx } from "../../ground/kernel/context.ts";
import { showAccount, shownStatus } from "./account_model.ts";
import type { OauthLive } from "./live.ts";
import { refreshAccount, requireAccount } from "./refresh.ts";
import type { OauthAccount } from "./account_schemas.ts";

/** Refreshes an account if that is due or `force` is set; the response says how it ended. */
export async function refreshNow(
  ctx: Ctx<OauthLive>,
  id: string,
  { force = false, reason = "requested by the operator" }: {
    force?: boolean | undefined;
    reason?: string | undefined;
  },
): Promise<OauthAccount> {
  const due = !["connected", "revoked"].includes(shownStatus(ctx, requireAccount(ctx, id)));
  if (due || force) await refreshAccount(ctx, id, reason);
  return showAccount(ctx, requireAccount(ctx, id));
}
