import type { Redactor } from "../../ground/kernel/redactor.ts";
import type { MachineMessage } from "../../workforce/worker_machines/wire/mod.ts";
import type { ToolUse, WorkerOutcome, WorkerTask } from "../../workforce/workers/worker.ts";

/** What is noted of a task besides what its worker reports. */
export type TaskNotes = {
  printed: (text: string) => void;
  ran: (command: string, result: { output: string; exitCode: number }) => void;
};

/** Returns notes without the secrets that are known here and not on the machine, also where one comes in several messages. */
export function withoutSecrets(redactor: Redactor, { printed, ran }: TaskNotes): TaskNotes {
  let clean = redactor.stream();
  const show = (text: string) => {
    if (text !== "") printed(text);
  };
  return {
    printed: (text) => show(clean.push(text)),
    ran: (command, result) => {
      show(clean.finish());
      clean = redactor.stream();
      ran(command, result);
    },
  };
}

/** Returns what a tool gave, without the same secrets: a model reads it, which may be elsewhere. */
export const usedTool = (redactor: Redactor, { output, failed }: MessageOf<"tool_used">): ToolUse => ({
  output: redactor.facts(output),
  failed,
});

/** A message of a kind. */
export type MessageOf<Kind extends MachineMessage["kind"]> = Extract<MachineMessage, { kind: Kind }>;

/** What a machine is to do now with a task, and what its messages are for. */
export type TaskStep = {
  step: number;
  task: WorkerTask;
  notes: TaskNotes;
  ended: PromiseWithResolvers<WorkerOutcome>;
  tool: PromiseWithResolvers<ToolUse> | null;
  /** Questions that the machine may withdraw. */
  asked: Map<string, AbortController>;
};

/** Returns a step that has not ended. */
export function newStep(step: number, task: WorkerTask, notes: TaskNotes): TaskStep {
  const ended = Promise.withResolvers<WorkerOutcome>();
  ended.promise.catch(() => {}); // also rejected when nobody waits any more
  return { step, task, notes, ended, tool: null, asked: new Map() };
}
