import type { Frame } from "../../../shell/mod.ts";

/** Enters a task of a run, or its result, and shows the outcome. */
export const stepIn = (
  { call, toasts }: Pick<Frame, "call" | "toasts">,
  id: string,
  taskId?: string,
) =>
  toasts.attempt(
    () => call("POST /runs/:id/enter", { params: { id }, body: taskId === undefined ? {} : { taskId } }),
    ({ state, title, detail }) => state === "entered" ? `You are in “${title}”.` : detail,
  );
