import { shownTime } from "../words.ts";
import { idOf } from "../event.ts";
import { type Ledger, noticesOf } from "../notifications/notices.ts";
import { oauthAccountStream } from "./account_stream.ts";

const NEXT = "Reconnect it on the Connections page. It keeps its id and its uses.";

/** Closes the notifications about an account once it works or is revoked. */
const resolveNotices = (ledger: Ledger, stream: string, resolution: string): void => {
  for (const subject of [stream, `${stream}/7d`, `${stream}/1d`, `${stream}/1h`]) {
    ledger.close(subject, resolution, "system");
  }
  ledger.close(stream, resolution, "security");
};

/** An account that needs a human, now or soon, and one that was granted too much. */
export const oauthNotices = noticesOf(oauthAccountStream, {
  "oauth_account.connected": (ledger, { stream }) =>
    resolveNotices(ledger, stream, "The account was reconnected."),
  "oauth_account.refreshed": (ledger, { stream, data }) => {
    if (data.endsWarnings) resolveNotices(ledger, stream, "The access was refreshed.");
    else ledger.close(stream, "The access was refreshed.", "system");
  },
  "oauth_account.revoked": (ledger, { stream }) => resolveNotices(ledger, stream, "The access was revoked."),
  "oauth_account.refresh_failed": (ledger, event) => {
    if (!event.data.definitive) return;
    ledger.raise({
      category: "system",
      severity: "error",
      title: "An account must be reconnected",
      detail: `The server no longer refreshes its access (${event.data.statusReason}). ${NEXT}`,
      ifIgnored: "Everything that uses the account fails until it is reconnected.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: true,
    });
  },
  "oauth_account.human_needed": (ledger, event) => {
    const { threshold, by, label } = event.data;
    ledger.raise({
      category: "system",
      severity: threshold === "7d" ? "info" : "warning",
      title: `Reconnect by ${shownTime(by)}: ${label}`,
      detail: `Access to the account ends then. ${NEXT}`,
      ifIgnored: "After that, everything that uses the account fails.",
      expiresAt: by,
      subject: `${event.stream}/${threshold}`,
      sourceIds: [idOf(event)],
      open: true,
    });
  },
  "oauth_account.quarantined": (ledger, event) =>
    ledger.raise({
      category: "security",
      severity: "critical",
      title: "An account was granted more access than requested",
      detail: `The server granted ${
        event.data.extraScopes.join(" ")
      }. The account is quarantined and its access is being revoked.`,
      ifIgnored: "The account remains unusable.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: true,
    }),
});
