import { approvalEvents } from "../../../store/approvals/stream.ts";
import { idOf, type StoredEvent } from "../../../store/event.ts";
import { taskSessionEvents } from "../../../store/task_sessions/events.ts";
import { money } from "../../ground/kernel/words.ts";
import type { NewEntry } from "./schemas.ts";

/**
 * Returns what an event of the log adds to a transcript: tokens and money, plans, questions and their answers; null for
 * others.
 */
export function factOf(event: StoredEvent): NewEntry | null {
  if (event.data === null) return null;
  switch (event.type) {
    case "model.completed": {
      const { provider, model, inputTokens, outputTokens, costUsd } = taskSessionEvents[event.type].parse(
        event.data,
      );
      return { kind: "usage", text: "", usage: { provider, model, inputTokens, outputTokens, costUsd } };
    }
    case "model.failed":
    case "task_session.incident_recorded":
      return { kind: "note", text: taskSessionEvents[event.type].parse(event.data).detail };
    case "task_session.usage_reported": {
      const { contextTokens, contextLimit, costAmount, costCurrency } = taskSessionEvents[event.type].parse(
        event.data,
      );
      const context = contextTokens === 0
        ? []
        : [`${contextTokens} of ${contextLimit} tokens of its context`];
      const cost = costAmount === null ? [] : [`${money(costAmount, costCurrency ?? "")} by its own count`];
      const used = [...context, ...cost].join(", ");
      return used === "" ? null : { kind: "note", text: `The agent used ${used}.` };
    }
    case "task_session.plan_updated": {
      const { entries } = taskSessionEvents[event.type].parse(event.data);
      return {
        kind: "plan",
        text: "",
        steps: entries.map(({ content, status }) => ({ content, status })),
      };
    }
    case "approval.requested": {
      const { title } = approvalEvents[event.type].parse(event.data);
      return { kind: "question", text: title, approvalId: idOf(event) };
    }
    case "approval.approved":
    case "approval.rejected": {
      const { reviewerNote } = approvalEvents[event.type].parse(event.data);
      const word = event.type === "approval.approved" ? "Approved" : "Rejected";
      return {
        kind: "answer",
        text: reviewerNote ? `${word}: ${reviewerNote}` : `${word}.`,
        approvalId: idOf(event),
      };
    }
    default:
      return null;
  }
}
