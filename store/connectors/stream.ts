import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { connectorActionSchema, type ConnectorDocument } from "./document.ts";
import { connectorActionEvents, connectorEvents } from "./events.ts";

/** A connector that a human enabled for a blocked class, by the hash of its files. */
export const connectorStream = defineStream<ConnectorDocument>()({
  kind: "connector",
  version: 1,
  events: connectorEvents,
  indexes: [["state"]],
  evolve: (connector, event) => {
    const { at } = event;
    switch (event.type) {
      case "connector.enabled": {
        const spent = connector?.spent ?? { day: at.slice(0, 10), amount: 0 };
        const createdAt = connector?.createdAt ?? at;
        return { id: idOf(event), ...event.data, state: "enabled", spent, createdAt, updatedAt: at };
      }
      case "connector.blocked":
        return connector && { ...connector, state: "blocked", reason: event.data.detail, updatedAt: at };
      case "connector.used": {
        if (!connector) return null;
        const day = at.slice(0, 10);
        const before = connector.spent.day === day ? connector.spent.amount : 0;
        return { ...connector, spent: { day, amount: before + event.data.amount }, updatedAt: at };
      }
    }
  },
});

const connectorActionDocumentSchema = connectorActionSchema.extend({
  id: z.string(),
  status: z.enum(["started", "performed", "confirmed", "refuted", "failed"]),
  responseSha256: z.string().optional(),
  detail: z.string().optional(),
  startedAt: z.string(),
  updatedAt: z.string(),
});
type ConnectorActionDocument = z.infer<typeof connectorActionDocumentSchema>;

/** One use of a connector, under the approval of a human. */
export const connectorActionStream = defineStream<ConnectorActionDocument>()({
  kind: "connector_action",
  version: 1,
  events: connectorActionEvents,
  indexes: [["key"], ["connectorId"], ["approvalId"]],
  evolve: (action, event) => {
    const updatedAt = event.at;
    if (event.type === "connector_action.started") {
      return { id: idOf(event), ...event.data, status: "started", startedAt: event.at, updatedAt };
    }
    if (!action) return null;
    switch (event.type) {
      case "connector_action.performed":
        return { ...action, status: "performed", responseSha256: event.data.responseSha256, updatedAt };
      case "connector_action.verified":
        return { ...action, status: event.data.verdict, detail: event.data.detail, updatedAt };
      case "connector_action.failed":
        return { ...action, status: "failed", detail: event.data.detail, updatedAt };
    }
  },
});
