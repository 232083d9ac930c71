import type { z } from "zod";
import type { ToolRegistration } from "../../../policy/registration.ts";
import type { WorkerTask } from "../../worker.ts";

/** What a tool did: for the record, and for the model. */
export type ToolResult = {
  /** One line for the record. */
  summary: string;
  /** What the model is told. */
  output: string;
  /** What the record keeps beside the summary. */
  recorded?: string;
  exitCode?: number;
};

/** Something that a model may do in a task's directory. A `Refusal` that it throws is told to the model. */
export type Tool<Input = unknown> = ToolRegistration & {
  input: z.ZodType<Input>;
  /** What is about to be done, in one line, and to which path. */
  about: (input: Input) => { summary: string; path?: string };
  perform: (input: Input, task: WorkerTask) => Promise<ToolResult>;
};

/** Declares a tool; its input is inferred from its schema. */
export const defineTool = <Input>(tool: Tool<Input>): Tool => tool as Tool;

/** How many characters of one output a model is given. */
export const MAX_OUTPUT = 32_000;

/** The beginning of a text, and how much is missing. */
export function beginning(text: string, most = MAX_OUTPUT): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n[${text.length - most} more characters left out]`;
}

/** The beginning and the end of a text, and how much is missing between them: of a command's output both matter. */
export function bothEnds(text: string, most = MAX_OUTPUT): string {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${text.slice(0, half)}\n[${text.length - most} characters left out]\n${text.slice(-half)}`;
}
