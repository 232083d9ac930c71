import type { z } from "zod";
import type { ToolRegistration } from "../../ground/policy/registration.ts";
import type { WorkerTask } from "../workers/worker.ts";

/** The result of a tool, for the record and for the model. */
type ToolResult = {
  /** One line for the record. */
  summary: string;
  /** The output for the model. */
  output: string;
  /** What is recorded besides the summary. */
  recorded?: string;
  exitCode?: number;
};

/** A tool that a model may use in a task's directory. The model receives a `Refusal` that it throws as its output. */
export type WorkerTool<Input = unknown> = ToolRegistration & {
  input: z.ZodType<Input>;
  /** What the tool is about to do, in one line, and to which path. */
  about: (input: Input) => { summary: string; path?: string };
  perform: (input: Input, task: WorkerTask) => Promise<ToolResult>;
};

/** Declares a tool; its input is inferred from its schema. */
export const defineTool = <Input>(tool: WorkerTool<Input>): WorkerTool => tool as WorkerTool;

/** How many characters of one output a model receives. */
const MAX_OUTPUT = 32_000;

/** Returns the beginning of a text, and how much is omitted. */
export function beginning(text: string, most = MAX_OUTPUT): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n[${text.length - most} more characters omitted]`;
}

/** Returns the beginning and the end of a text, and how much is omitted between them: both matter for commands. */
export function bothEnds(text: string, most = MAX_OUTPUT): string {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${text.slice(0, half)}\n[${text.length - most} characters omitted]\n${text.slice(-half)}`;
}
