import { Attempts } from "../../ground/effects/attempts.ts";
import { effectsDue } from "../../ground/effects/due.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { nextPoll, pollDevices } from "./device.ts";
import { nextForecast, warnDue } from "./forecast.ts";
import type { OauthLive, OauthWork } from "./live.ts";
import { refreshAccount } from "./refresh.ts";
import { revokeRemotely, waitingRevocations } from "./revoke.ts";
import { waitingRefreshes } from "./schedule.ts";

/** Keeps accounts connected, warns when one will need a human, and ends revoked ones. */
export const oauth = part({
  name: "oauth",
  open: (
    _: Core & OutboundLive & VaultLive,
    { boundary, random = Math.random }: { boundary?: Boundary; random?: () => number },
  ): OauthWork => ({
    // A request that was sent may have used up its token, so its answer is awaited.
    attempts: new Attempts("finish", boundary),
    polls: new Map(),
    random,
  }),
  stop: ({ attempts }) => attempts.stop(),
  due: [
    effectsDue<Core & OauthLive>({
      kind: "oauth_refresh",
      movedBy: [
        "oauth_account.connected",
        "oauth_account.refreshed",
        "oauth_account.refresh_failed",
        "oauth_app.configured",
      ],
      waiting: waitingRefreshes,
      attempt: (ctx, id) => refreshAccount(ctx, id, "it was due"),
      atOnce: 8,
    }),
    { kind: "oauth_device", movedBy: ["oauth_flow.started"], next: nextPoll, begin: pollDevices },
    effectsDue<Core & OauthLive>({
      kind: "oauth_revocation",
      movedBy: ["oauth_account.revoked", "oauth_account.quarantined"],
      waiting: waitingRevocations,
      attempt: revokeRemotely,
      atOnce: 1,
    }),
    {
      kind: "oauth_forecast",
      movedBy: ["oauth_account.connected", "oauth_account.refreshed", "oauth_account.refresh_failed"],
      next: nextForecast,
      run: warnDue,
    },
  ],
});
