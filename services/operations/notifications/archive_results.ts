import { countResultsOf } from "../../../store/notifications/results.ts";
import { INBOX, notificationStream } from "../../../store/notifications/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { ArchivedResults, ResultsToArchive } from "./schemas.ts";

/** Archives the results of one repository, with one event however many they are; changes nothing when there are none. */
export function archiveResults(ctx: Ctx, of: ResultsToArchive): ArchivedResults {
  const archived = countResultsOf(ctx.store.projector.tables, of);
  if (archived > 0) {
    record(ctx, notificationStream, INBOX, [{ type: "notification.results_archived", data: of }]);
  }
  return { repository: of.repoPath, archived };
}
