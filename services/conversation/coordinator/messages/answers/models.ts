import { modelCatalog } from "../../../../sessions/models/catalog.ts";
import { answer, type MessageResult, type ReplyContext } from "../../situation.ts";

const LISTED = 20;

/** Lists the models that a run can name, and what the others lack. */
export function models({ ctx }: ReplyContext): MessageResult {
  const known = modelCatalog(ctx, { limit: LISTED, offset: 0 });
  return answer(
    [
      "A run can name:",
      ...known.map(({ id, ready, reason }) => `- ${id}: ${ready ? "ready" : `not ready. ${reason}`}`),
      "`agent-harness models catalog` shows details.",
    ].join("\n"),
    known.map(({ id }) => id),
  );
}
