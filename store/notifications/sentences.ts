import type { SentencesFor } from "../domain.ts";
import type { notificationEvents } from "./stream.ts";

/** What a person does with the inbox. */
export const notificationSentences: SentencesFor<typeof notificationEvents> = {
  "notification.read": () => "The notification was read.",
  "notification.unread": () => "The notification was marked as unread.",
  "notification.dismissed": () => "The notification was dismissed.",
  "notification.archived": () => "The notification was archived.",
  "notification.deleted": () => "The notification was deleted.",
  "notification.all_read": () => "All notifications were marked as read.",
  "notification.followed": ({ data: { runId, repoPath } }) => `${runId ?? repoPath} is now followed.`,
  "notification.unfollowed": ({ data: { runId, repoPath } }) => `${runId ?? repoPath} is no longer followed.`,
};
