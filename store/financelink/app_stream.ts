import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import type { FinancelinkAppDocument, LinkDocument } from "./document.ts";
import { financelinkAppEvents, linkEvents } from "./events.ts";

/** The app at the account linking provider. */
export const financelinkAppStream = defineStream<FinancelinkAppDocument>()({
  kind: "financelink_app",
  version: 1,
  events: financelinkAppEvents,
  indexes: [],
  evolve: (app, event) => {
    if (event.type === "financelink_app.configured") {
      const createdAt = app?.createdAt ?? event.at;
      const lastCheck = app?.lastCheck ?? null;
      return { id: idOf(event), ...event.data, checked: "no", lastCheck, createdAt, updatedAt: event.at };
    }
    if (!app) return null;
    const checked = event.data.ok ? "verified" as const : "failing" as const;
    return { ...app, checked, lastCheck: { ...event.data, at: event.at }, updatedAt: event.at };
  },
});

/** One visit to the provider's hosted pages. */
export const linkStream = defineStream<LinkDocument>()({
  kind: "financelink_link",
  version: 1,
  events: linkEvents,
  indexes: [["status"]],
  evolve: (link, event) => {
    if (event.type === "financelink_link.created") {
      return { id: idOf(event), ...event.data, status: "open", createdAt: event.at };
    }
    return link && { ...link, status: "used" };
  },
});
