import { defineTool, runArgument } from "../tool.ts";
import { overviewOf } from "./overview.ts";

/** `status`: where one run stands, or all of them. */
export const status = defineTool({
  name: "status",
  description:
    "Show where a run stands, with its tasks. Without a run: how many runs there are in each state.",
  readOnly: true,
  input: { run: runArgument.optional() },
  async answer(calling, { run: given }) {
    const { call } = calling.connection;
    if (given === undefined) {
      const { total, byStatus, repositories } = await call("GET /runs/counts");
      return { runs: total, byStatus, repositories };
    }
    const run = await call("GET /runs/:id", { params: { id: given } });
    return {
      ...overviewOf(calling, run),
      request: run.request,
      tasks: run.tasks.map(({ taskId, title, status }) => ({ task: taskId, title, status })),
    };
  },
});
