import type { Frame } from "../../../shell/mod.ts";
import { hasEnded, type RunWorkspace, type TaskSession } from "../../types.ts";

/** Enters a task of a run, or its result, and shows the outcome, such as the new run of a failed node. */
export const stepIn = async (
  { call, toasts, navigate, places }: Pick<Frame, "call" | "toasts" | "navigate" | "places">,
  id: string,
  taskId?: string,
) => {
  const entered = await toasts.attempt(
    () => call("POST /runs/:id/enter", { params: { id }, body: taskId === undefined ? {} : { taskId } }),
    ({ state, title, detail }) => state === "entered" ? `You are in “${title}”.` : detail,
  );
  if (entered && entered.runId !== id) navigate(places.pathOf(entered.runId));
};

/** Whether a person can ask to step into a task: it may still be worked on, or it is a failed node of a workflow. */
export const canStepIn = (
  run: Pick<RunWorkspace["run"], "status">,
  { node, status }: Pick<TaskSession, "node" | "status">,
): boolean =>
  !hasEnded(run) ||
  (run.status === "failed" && status === "failed" && (node?.kind === "command" || node?.kind === "prompt"));
