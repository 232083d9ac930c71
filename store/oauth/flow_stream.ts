import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import type { OauthFlowDocument } from "./document.ts";
import { oauthFlowEvents } from "./events.ts";

/** One authorization, from its start to the account that it produces. */
export const oauthFlowStream = defineStream<OauthFlowDocument>()({
  kind: "oauth_flow",
  version: 1,
  events: oauthFlowEvents,
  indexes: [["stateSha256"], ["status"], ["connectorId"]],
  evolve: (flow, event) => {
    if (event.type === "oauth_flow.started") {
      return {
        id: idOf(event),
        ...event.data,
        status: "pending",
        outcome: null,
        detail: null,
        startedAt: event.at,
        updatedAt: event.at,
      };
    }
    if (!flow) return null;
    switch (event.type) {
      case "oauth_flow.used":
        return { ...flow, status: "used", updatedAt: event.at };
      case "oauth_flow.completed":
        return { ...flow, status: "completed", accountId: event.data.accountId, updatedAt: event.at };
      case "oauth_flow.failed":
        return { ...flow, status: "failed", ...event.data, updatedAt: event.at };
    }
  },
});
