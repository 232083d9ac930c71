import { z } from "zod";
import { ellipsis } from "../../../client/words.ts";
import { defineTool, pageOf } from "../tool.ts";

const MAX_WORDS = 200;

/** `queue`: what waits for a person. */
export const queue = defineTool({
  name: "queue",
  description:
    "List what waits for a person's decision, what expires soonest first, with the page on which they decide.",
  readOnly: true,
  input: { limit: z.number().int().min(1).max(100).default(10) },
  async answer({ connection }, { limit }) {
    const { items } = await connection.call("GET /approvals/queue");
    return {
      waiting: items.length,
      items: items.slice(0, limit).map(({ id, approval, run }) => ({
        title: ellipsis(approval.title, MAX_WORDS),
        ...(run && { run: `#${run.number}` }),
        class: approval.policyClass,
        risk: approval.risk,
        summary: ellipsis(approval.summary, MAX_WORDS),
        page: pageOf(connection, "approvals", id),
      })),
    };
  },
});
