import type { Notification } from "./types.ts";

/** A way to what a notification is about. */
export type Source = { id: string; label: string; href: string };

/** Everything that a notification leads to; where something can be decided or done comes first. */
export function sourcesOf(notification: Notification): Source[] {
  const { sourceRecordIds, relatedRunId, relatedTaskSessionId, relatedConversationId } = notification;
  const approvals = sourceRecordIds.filter((id) => id.startsWith("approval_"));
  const run = relatedRunId && `/dashboard/runs/${encodeURIComponent(relatedRunId)}`;
  return [
    ...approvals.map((id) => ({
      id,
      label: notification.open ? "Review it" : "The review",
      href: `/dashboard/approvals/${encodeURIComponent(id)}`,
    })),
    ...(run && relatedTaskSessionId
      ? [{
        id: relatedTaskSessionId,
        label: "Task session",
        href: `${run}?tab=tasks&session=${encodeURIComponent(relatedTaskSessionId)}`,
      }]
      : []),
    ...(run && relatedRunId ? [{ id: relatedRunId, label: "Run", href: run }] : []),
    ...(relatedConversationId
      ? [{
        id: relatedConversationId,
        label: "Conversation",
        href: `/dashboard/conversations/${encodeURIComponent(relatedConversationId)}`,
      }]
      : []),
  ];
}
