import { storeDomain } from "../domain.ts";
import { financelinkAppStream, linkStream } from "./app_stream.ts";
import { financelinkAccountStream, itemStream } from "./item_stream.ts";
import { financelinkNotices } from "./notices.ts";

/** What the store holds of linked accounts. It never holds a token or an account number. */
export const financelink = storeDomain({
  streams: [financelinkAccountStream, financelinkAppStream, itemStream, linkStream],
  views: [],
  sentences: {
    "financelink_app.configured": ({ actor, data }) =>
      `The ${actor} configured account linking (${data.environment}).`,
    "financelink_app.checked": ({ data }) => `Account linking was checked: ${data.detail}`,
    "financelink_link.created": ({ data }) =>
      data.mode === "link"
        ? "A session with the provider started."
        : "A session with the provider to repair an item started.",
    "financelink_link.used": () => "The session with the provider ended.",
    "financelink_item.linked": () => "An item was linked.",
    "financelink_item.checked": ({ data }) =>
      data.error === null
        ? "The item works. Its access is read-only."
        : `The item was checked: ${data.error.detail}`,
    "financelink_item.consent_expiring": ({ data }) =>
      `The consent to read the item ends on ${data.at.slice(0, 10)}.`,
    "financelink_item.quarantined": ({ data }) =>
      `The provider granted more than read access (${
        data.extraProducts.join(", ")
      }). The item cannot be used.`,
    "financelink_item.disconnecting": ({ actor }) => `The ${actor} disconnected the item.`,
    "financelink_item.removal_answered": ({ data }) =>
      `The provider was asked to remove the item: ${data.remote}.`,
    "financelink_item.material_removed": () => "The item's token was removed.",
    "financelink_account.found": () => "An account of an item was found.",
    "financelink_account.settings_changed": ({ actor }) => `The ${actor} changed the settings of an account.`,
  },
  notices: [financelinkNotices],
});
