import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { nextPoll, pollDevices } from "./device.ts";
import { nextForecast, warnDue } from "./forecast.ts";
import type { OauthWork } from "./live.ts";
import { nextRevocation, revokeDue } from "./revoke.ts";
import { nextRefresh, refreshDue } from "./schedule.ts";

/** Keeps accounts connected, warns when one will need a human, and ends revoked ones. */
export const oauth = part({
  name: "oauth",
  open: (_: Core & OutboundLive & VaultLive): OauthWork => ({
    flights: new Map(),
    revocations: new Map(),
    polls: new Map(),
    random: Math.random,
  }),
  stop: async ({ flights, revocations }) =>
    void await Promise.allSettled([...flights.values(), ...revocations.values()]),
  due: [
    {
      kind: "oauth_refresh",
      movedBy: [
        "oauth_account.connected",
        "oauth_account.refreshed",
        "oauth_account.refresh_failed",
        "oauth_app.configured",
      ],
      next: nextRefresh,
      begin: refreshDue,
    },
    { kind: "oauth_device", movedBy: ["oauth_flow.started"], next: nextPoll, begin: pollDevices },
    {
      kind: "oauth_revocation",
      movedBy: ["oauth_account.revoked", "oauth_account.quarantined"],
      next: nextRevocation,
      begin: revokeDue,
    },
    {
      kind: "oauth_forecast",
      movedBy: ["oauth_account.connected", "oauth_account.refreshed", "oauth_account.refresh_failed"],
      next: nextForecast,
      run: warnDue,
    },
  ],
});
