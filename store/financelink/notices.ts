import { idOf } from "../event.ts";
import { type Ledger, noticesOf } from "../notifications/notices.ts";
import { itemStream } from "./item_stream.ts";

/** Closes the warning where the consent ends at another time than it says. */
function closeRenewed(ledger: Ledger, stream: string, ends: string | null): void {
  const warning = ledger.newestOf(consentOf(stream));
  if (warning && warning.expires_at !== ends) {
    ledger.close(consentOf(stream), "The consent is renewed.", "system");
  }
}

const resolveNotices = (ledger: Ledger, stream: string, resolution: string): void => {
  for (const category of ["system", "security"] as const) ledger.close(stream, resolution, category);
};

/** The subject of the warning that a consent ends: an item works until then, so a check of it does not close this. */
const consentOf = (stream: string): string => `${stream}/consent`;

/** An item that needs its owner, and one that was granted too much access. */
export const financelinkNotices = noticesOf(itemStream, {
  "financelink_item.checked": (ledger, event) => {
    const { error, loginRequired } = event.data;
    closeRenewed(ledger, event.stream, event.data.consentExpiresAt);
    if (error === null) return resolveNotices(ledger, event.stream, "The connection works.");
    if (!loginRequired) return;
    const notice = {
      category: "system" as const,
      severity: "warning" as const,
      title: "An institution requires a new login",
      detail: `${error.detail} ${error.fix}`,
      ifIgnored: "None of its data can be read until then.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "financelink_item.consent_expiring": (ledger, event) =>
    ledger.raise({
      category: "system",
      severity: "warning",
      title: `Renew by ${event.data.at.slice(0, 10)}: the consent at ${event.data.institution} ends`,
      detail: "Renew it on the Connections page. The item keeps its id and its accounts.",
      ifIgnored: "After that, none of its data can be read.",
      expiresAt: event.data.at,
      subject: consentOf(event.stream),
      sourceIds: [idOf(event)],
      open: true,
    }),
  "financelink_item.quarantined": (ledger, event) =>
    ledger.raise({
      category: "security",
      severity: "critical",
      title: "An item was granted more than read access",
      detail: `The provider granted ${
        event.data.extraProducts.join(", ")
      }. The item is quarantined and is being removed at the provider.`,
      ifIgnored: "The item stays unusable.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: true,
    }),
  "financelink_item.disconnecting": (ledger, { stream }) => {
    for (const subject of [stream, consentOf(stream)]) resolveNotices(ledger, subject, "It is disconnected.");
  },
});
