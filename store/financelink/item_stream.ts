import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import type { FinancelinkAccountDocument, ItemDocument } from "./document.ts";
import { financelinkAccountEvents, itemEvents } from "./events.ts";

type ItemEvent = EventOf<typeof itemEvents>;

/** An item: one login at one institution. */
export const itemStream = defineStream<ItemDocument>()({
  kind: "financelink_item",
  version: 1,
  events: itemEvents,
  indexes: [["status"]],
  countBy: "status",
  evolve: (item, event) => {
    if (event.type === "financelink_item.linked") {
      return {
        id: idOf(event),
        ...event.data,
        status: "unchecked",
        products: [],
        consentExpiresAt: null,
        lastCheckedAt: null,
        // One whose first check was interrupted is checked at once.
        nextCheckAt: event.at,
        error: null,
        remote: null,
        removalAskedAt: null,
        removalRetryAt: null,
        materialRemovedAt: null,
        consentWarned: false,
        linkedAt: event.at,
        updatedAt: event.at,
      };
    }
    return item && { ...item, ...change(item, event), updatedAt: event.at };
  },
});

function change(
  item: ItemDocument,
  event: Exclude<ItemEvent, { type: "financelink_item.linked" }>,
): Partial<ItemDocument> {
  const { at } = event;
  switch (event.type) {
    case "financelink_item.checked": {
      const { loginRequired, ...found } = event.data;
      const status = found.error === null
        ? "healthy" as const
        : loginRequired
        ? "login_required" as const
        : "error" as const;
      const consentWarned = found.consentExpiresAt === item.consentExpiresAt && item.consentWarned;
      return { ...found, status, lastCheckedAt: at, consentWarned };
    }
    case "financelink_item.consent_expiring":
      return { consentWarned: true };
    case "financelink_item.quarantined":
      return {
        status: "quarantined",
        products: [...new Set([...item.products, ...event.data.extraProducts])],
        ...removal(at),
      };
    case "financelink_item.disconnecting":
      return { status: "disconnecting", ...(item.removalAskedAt === null ? removal(at) : {}) };
    case "financelink_item.removal_answered":
      return { remote: event.data.remote, removalRetryAt: event.data.retryAt };
    case "financelink_item.material_removed":
      return {
        materialRemovedAt: at,
        removalRetryAt: null,
        ...(item.status === "disconnecting" && { status: "disconnected" as const }),
      };
  }
}

const removal = (at: string) => ({
  remote: "pending" as const,
  removalAskedAt: at,
  removalRetryAt: at,
  nextCheckAt: null,
});

/** An account of an item. */
export const financelinkAccountStream = defineStream<FinancelinkAccountDocument>()({
  kind: "financelink_account",
  version: 1,
  events: financelinkAccountEvents,
  indexes: [["itemId"]],
  evolve: (account, event) => {
    if (event.type === "financelink_account.found") {
      const settings = account ?? { alias: null, enabled: true, hidden: false, includeInPlanner: false };
      const { alias, enabled, hidden, includeInPlanner } = settings;
      return {
        id: idOf(event),
        ...event.data,
        ...{ alias, enabled, hidden, includeInPlanner },
        updatedAt: event.at,
      };
    }
    return account && { ...account, ...event.data, updatedAt: event.at };
  },
});
