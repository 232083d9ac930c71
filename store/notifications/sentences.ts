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
  "notification.results_archived": ({ data: { repoPath } }) =>
    `The results of ${repoPath || "runs without a repository"} were archived.`,
  "notification.followed": ({ data: { runId, repoPath } }) => `${runId ?? repoPath} is now followed.`,
  "notification.unfollowed": ({ data: { runId, repoPath } }) => `${runId ?? repoPath} is no longer followed.`,
};
