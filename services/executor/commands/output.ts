import type { StepContext } from "../flow/step_context.ts";

/** Shows what a command prints as it comes, to whoever looks on; the reading of it has taken out the secrets. */
export function showOutput(step: StepContext, taskSessionId?: string): (text: string) => void {
  return (text) => {
    if (text === "" || step.signal.aborted) return;
    const [type, stream] = taskSessionId
      ? ["task_session.output_delta", `task_session/${taskSessionId}`]
      : ["run.output_delta", `run/${step.runId}`];
    step.ctx.feed.show({ type, stream, data: { text }, ...step.context(taskSessionId) });
  };
}

/** The same for what a model writes, of which nothing was taken out yet. */
export function showWords(step: StepContext, taskSessionId?: string): (part: string) => void {
  const clean = step.ctx.redactor.stream();
  const show = showOutput(step, taskSessionId);
  return (part) => show(clean.push(part));
}

/** The end of an output, for a sentence. */
export const lastLines = (output: string): string =>
  output.trimEnd().split("\n").slice(-5).join("\n").slice(-1000);
