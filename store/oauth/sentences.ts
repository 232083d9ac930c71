import type { SentencesFor } from "../domain.ts";
import type { oauthAccountEvents, oauthAppEvents, oauthFlowEvents } from "./events.ts";

/** What happens to apps, authorizations and accounts; none of it says a token or a name. */
export const oauthSentences: SentencesFor<
  typeof oauthAppEvents & typeof oauthFlowEvents & typeof oauthAccountEvents
> = {
  "oauth_app.configured": ({ data, actor }) => `The ${actor} configured the connector "${data.displayName}".`,
  "oauth_app.lifetime_observed": ({ data }) =>
    `A refresh token of this connector lasted ${Math.round(data.seconds / 3600)} hours.`,
  "oauth_flow.started": ({ data, actor }) =>
    `The ${actor} started to connect an account of ${data.connectorId}.`,
  "oauth_flow.used": () => "The answer of the server came back. Its state cannot be used again.",
  "oauth_flow.completed": () => "The account was connected.",
  "oauth_flow.failed": ({ data }) => `The account was not connected: ${data.detail}`,
  "oauth_account.connected": ({ data }) => `An account of ${data.connectorId} was connected.`,
  "oauth_account.refresh_started": ({ data }) => `A refresh of the access began: ${data.reason}.`,
  "oauth_account.refreshed": ({ data }) =>
    data.rotated ? "The access was refreshed, with a new refresh token." : "The access was refreshed.",
  "oauth_account.refresh_failed": ({ data }) =>
    data.definitive
      ? `The access cannot be refreshed (${data.statusReason}). The account must be connected again.`
      : `The refresh failed (${data.statusReason}) and is tried again.`,
  "oauth_account.quarantined": ({ data }) =>
    `The server granted more than was asked for (${data.extraScopes.join(" ")}). The account cannot be used.`,
  "oauth_account.human_needed": ({ data }) => `The account must be connected again by ${data.by}.`,
  "oauth_account.revoked": ({ actor }) => `The ${actor} revoked the access.`,
  "oauth_account.remote_revocation": ({ data }) => `The revocation at the server: ${data.detail}`,
  "oauth_account.material_removed": () => "The tokens were removed.",
};
