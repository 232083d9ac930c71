import { z } from "zod";
import { ellipsis } from "../../../client/words.ts";
import { RUN_STATES } from "../../../store/shared/run_states.ts";
import { defineTool } from "../tool.ts";

const MAX_REQUEST = 120;

/** `list`: the runs, or the conversations. */
export const list = defineTool({
  name: "list",
  description: "List runs, newest first, or conversations.",
  readOnly: true,
  input: {
    of: z.enum(["runs", "conversations"]).default("runs"),
    status: z.enum(RUN_STATES).optional().describe("of runs"),
    words: z.string().min(1).optional().describe("words in the request of a run"),
    repository: z.string().min(1).optional().describe("directory of the runs"),
    limit: z.number().int().min(1).max(100).default(15),
    after: z.string().min(1).optional().describe("id of the last run of the page before"),
  },
  async answer({ connection: { call } }, { of, status, words, repository, limit, after }) {
    if (of === "conversations") {
      const found = await call("GET /coordinator/conversations", { query: { limit } });
      return found.map(({ id, title, status }) => ({ id, title, status }));
    }
    const query = { limit, status, query: words, repoPath: repository, after };
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const runs = await call("GET /runs", { query: given });
    return runs.map(({ id, number, status, request, repoPath, nextMove }) => ({
      run: `#${number}`,
      id,
      status,
      request: ellipsis(request, MAX_REQUEST),
      repository: repoPath,
      ...(nextMove && { next: `${nextMove.owner}: ${ellipsis(nextMove.what, MAX_REQUEST)}` }),
    }));
  },
});
