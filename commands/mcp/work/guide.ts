import { z } from "zod";
import { ApiError } from "../../../client/client.ts";
import { hasEnded } from "../../../store/shared/session_states.ts";
import { defineTool, runArgument } from "../tool.ts";

/** `guide`: tells those who work on a run what to heed. */
export const guide = defineTool({
  name: "guide",
  description:
    "Tell the workers of a run what to heed, such as a constraint. They read it at their next step, or when a person sends the work back.",
  input: {
    run: runArgument,
    text: z.string().min(1).describe("what they should know"),
    task: z.string().min(1).optional().describe(
      "only this task, such as task_2; by default all that are open",
    ),
  },
  async answer({ connection: { call } }, { run, text, task }) {
    const sessions = await call("GET /runs/:id/task-sessions", { params: { id: run } });
    const open = sessions.filter(({ status }) => !hasEnded(status));
    const wanted = task === undefined
      ? open.length > 0 ? open : sessions
      : sessions.filter(({ id, taskId }) => id === task || taskId === task);
    if (wanted.length === 0) {
      throw new ApiError(
        400,
        sessions.length === 0
          ? `The run ${run} has no tasks yet, as it is not planned. Call wait first.`
          : `The run ${run} has no task "${task}", but ${sessions.map(({ taskId }) => taskId).join(", ")}.`,
      );
    }
    for (const { id } of wanted) {
      await call("POST /task-sessions/:id/guidance", { params: { id }, body: { content: text } });
    }
    return {
      run,
      guided: wanted.map(({ taskId, title }) => ({ task: taskId, title })),
      when: open.length > 0 ? "at their next step" : "if a person sends the work back",
    };
  },
});
