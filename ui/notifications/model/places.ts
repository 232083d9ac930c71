import type { Places } from "../../shell/places.ts";
import type { Notification } from "./types.ts";

/** A link from a notification. */
type NotificationLink = { id: string; label: string; href: string };

/** Returns the links of a notification; those to decide or act on something come first. */
export function sourcesOf(notification: Notification, places: Places): NotificationLink[] {
  const { open, sourceRecordIds, relatedRunId, relatedTaskSessionId, relatedConversationId } = notification;
  const sourceOf = (id: string | null): NotificationLink[] => {
    const place = id === null ? null : places.find(id);
    if (id === null || place === null) return [];
    return [{ id, label: id.startsWith("approval_") ? reviewLabel(open) : place.title, href: place.href }];
  };
  const [run] = sourceOf(relatedRunId);
  const related = [relatedRunId, relatedConversationId];
  return [
    ...sourceRecordIds.filter((id) => !related.includes(id)).flatMap(sourceOf),
    ...(run && relatedTaskSessionId
      ? [{
        id: relatedTaskSessionId,
        label: "Task session",
        href: `${run.href}?tab=tasks&session=${encodeURIComponent(relatedTaskSessionId)}`,
      }]
      : []),
    ...related.flatMap(sourceOf),
  ];
}

const reviewLabel = (open: boolean): string => open ? "Review it" : "The review";
