import type { StepContext } from "./step_context.ts";

/** Shows output to whoever looks on as it comes, without secrets; see `EventFeed.show`. */
export function outputOf(step: StepContext, taskSessionId?: string): (text: string) => void {
  const { feed, redactor } = step.ctx;
  const clean = redactor.stream();
  return (part) => {
    const text = clean.push(part);
    if (text === "" || step.signal.aborted) return;
    const [type, stream] = taskSessionId
      ? ["task_session.output_delta", `task_session/${taskSessionId}`]
      : ["run.output_delta", `run/${step.runId}`];
    feed.show({ type, stream, data: { text }, ...step.context(taskSessionId) });
  };
}
