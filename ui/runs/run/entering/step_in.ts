import type { Frame } from "../../../shell/mod.ts";

/** Asks to step into a task of a run, or into its result; says what comes of it. */
export const stepIn = (
  { call, toasts }: Pick<Frame, "call" | "toasts">,
  id: string,
  taskId?: string,
) =>
  toasts.attempt(
    () => call("POST /runs/:id/enter", { params: { id }, body: taskId === undefined ? {} : { taskId } }),
    ({ state, title, detail }) => state === "entered" ? `You are in “${title}”.` : detail,
  );
