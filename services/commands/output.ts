import type { RunPort } from "./ports.ts";

/** Streams a command's output to observers; known secrets are already removed. */
export function showOutput(step: RunPort, taskSessionId?: string): (text: string) => void {
  return (text) => {
    if (text === "" || step.signal.aborted) return;
    const [type, stream] = taskSessionId
      ? ["task_session.output_delta", `task_session/${taskSessionId}`]
      : ["run.output_delta", `run/${step.runId}`];
    step.ctx.feed.show({ type, stream, data: { text }, ...step.context(taskSessionId) });
  };
}

/** Streams what a model writes, after removing known secrets. */
export function showWords(step: RunPort, taskSessionId?: string): (part: string) => void {
  const clean = step.ctx.redactor.stream();
  const show = showOutput(step, taskSessionId);
  return (part) => show(clean.push(part));
}

/** Returns the end of an output for use in a sentence. */
export const lastLines = (output: string): string =>
  output.trimEnd().split("\n").slice(-5).join("\n").slice(-1000);
