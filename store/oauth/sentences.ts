import type { SentencesFor } from "../domain.ts";
import { counted, shownTime } from "../words.ts";
import type { oauthAccountEvents, oauthAppEvents, oauthFlowEvents } from "./events.ts";

/** What happens to apps, authorizations and accounts. No sentence contains a token or a name. */
export const oauthSentences: SentencesFor<
  typeof oauthAppEvents & typeof oauthFlowEvents & typeof oauthAccountEvents
> = {
  "oauth_app.configured": ({ data, actor }) => `The ${actor} configured the connector "${data.displayName}".`,
  "oauth_app.lifetime_observed": ({ data }) =>
    `A refresh token of this connector lasted ${counted(Math.round(data.seconds / 3600), "hour")}.`,
  "oauth_flow.started": ({ data, actor }) =>
    `The ${actor} started to connect an account for ${data.connectorId}.`,
  "oauth_flow.used": () => "The server's response arrived. Its state cannot be used again.",
  "oauth_flow.completed": () => "The account was connected.",
  "oauth_flow.failed": ({ data }) => `The account was not connected: ${data.detail}`,
  "oauth_account.connected": ({ data }) => `An account for ${data.connectorId} was connected.`,
  "oauth_account.refresh_started": ({ data }) => `Started to refresh the access: ${data.reason}.`,
  "oauth_account.refreshed": ({ data }) =>
    data.rotated ? "The access was refreshed, with a new refresh token." : "The access was refreshed.",
  "oauth_account.refresh_failed": ({ data }) =>
    data.definitive
      ? `The access cannot be refreshed (${data.statusReason}). The account must be reconnected.`
      : `The refresh failed (${data.statusReason}) and will be retried.`,
  "oauth_account.quarantined": ({ data }) =>
    `The server granted more access than requested (${
      data.extraScopes.join(" ")
    }). The account cannot be used.`,
  "oauth_account.human_needed": ({ data }) => `The account must be reconnected by ${shownTime(data.by)}.`,
  "oauth_account.revoked": ({ actor }) => `The ${actor} revoked the access.`,
  "oauth_account.remote_revocation": ({ data }) => `Revoking the access at the server: ${data.detail}`,
  "oauth_account.material_removed": () => "The tokens were removed.",
};
