import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Redactor } from "../../ground/kernel/redactor.ts";
import type { MachineMessage } from "../../workforce/worker_machines/wire/mod.ts";
import type { ToolUse, WorkerOutcome, WorkerTask } from "../../workforce/workers/worker.ts";

/** What is noted of a task besides what its worker reports. */
export type TaskNotes = {
  printed: (text: string) => void;
  ran: (command: string, result: { output: string; exitCode: number }) => void;
};

/** Returns notes without the secrets that are known here and not on the machine, also where one comes in several messages. */
function withoutSecrets(redactor: Redactor, { printed, ran }: TaskNotes): TaskNotes {
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

/** More than a machine tells or asks in a step: each of it is an entry of the log, which stays. */
const MAX_TOLD = 20_000;

/** What a machine is to do now with a task, and what its messages are for. */
export type TaskStep = {
  step: number;
  task: WorkerTask;
  notes: TaskNotes;
  ended: PromiseWithResolvers<WorkerOutcome>;
  tool: PromiseWithResolvers<ToolUse> | null;
  /** Questions that the machine may withdraw. */
  asked: Map<string, AbortController>;
  /** Counts one more report or note; returns whether it is recorded. */
  tells: () => boolean;
};

/** Returns a step that has not ended; its notes hold no secret. */
export function newStep(redactor: Redactor, step: number, task: WorkerTask, notes: TaskNotes): TaskStep {
  const ended = Promise.withResolvers<WorkerOutcome>();
  let told = 0;
  ended.promise.catch(() => {}); // also rejected when nobody waits any more
  return {
    step,
    task,
    notes: withoutSecrets(redactor, notes),
    ended,
    tool: null,
    asked: new Map(),
    tells: () => told++ < MAX_TOLD,
  };
}

/** Notes a question, and returns what withdraws it. Throws `InvalidError` for one that was asked, or one too many. */
export function beginQuestion({ asked }: TaskStep, id: string): AbortController {
  if (asked.has(id)) throw new InvalidError(`The question ${id} was asked before.`);
  if (asked.size >= MAX_TOLD) throw new InvalidError("This step has asked too many questions.");
  const withdrawn = new AbortController();
  asked.set(id, withdrawn);
  return withdrawn;
}
