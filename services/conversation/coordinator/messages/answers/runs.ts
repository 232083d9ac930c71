import { findRuns } from "../../../../../store/runs/list.ts";
import { counted, shownTime } from "../../../../ground/kernel/words.ts";
import { answer, type MessageResult, type ReplyContext } from "../../situation.ts";

const LISTED = 10;

/** Lists the newest runs of the whole service by id and state. Their texts are not repeated. */
export function runs({ ctx }: ReplyContext): MessageResult {
  const newest = findRuns(ctx.store.documents, { archived: false }, { limit: LISTED, offset: 0 });
  if (newest.length === 0) return answer("There are no runs yet.", []);
  const lines = newest.map(({ id, status, statusReason, createdAt }) =>
    `- ${id}: ${status}${statusReason ? ` (${statusReason})` : ""}, created ${shownTime(createdAt)}`
  );
  return answer(
    [`The latest ${counted(newest.length, "run")}:`, ...lines, "`agent-harness runs list` lists all."]
      .join("\n"),
    newest.map(({ id }) => id),
  );
}
