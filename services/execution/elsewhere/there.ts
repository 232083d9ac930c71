import type { EventContext } from "../../../store/event.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { assignmentStream } from "../../../store/worker_machines/assignment.ts";
import type { TaskStatement } from "../../../store/worker_machines/document.ts";
import { record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import {
  type Lease,
  type Offer,
  requireMachine,
  type TaskContent,
} from "../../workforce/worker_machines/leases/mod.ts";
import type { MachineMessage } from "../../workforce/worker_machines/wire/mod.ts";
import type { Worker, WorkerOutcome, WorkerTask } from "../../workforce/workers/worker.ts";
import type { Sendable } from "../commands/control_to_send.ts";
import { Halted, StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import { answerTo } from "./answer.ts";
import { taskContent } from "./content.ts";
import { modelCallsOf } from "./model_calls.ts";
import { ReceivedFiles } from "./received_files.ts";
import { requireStatement } from "./statement.ts";
import { beginQuestion, type MessageOf, newStep, type TaskNotes, type TaskStep, usedTool } from "./step.ts";

/** The machine that did the task does not answer any more, or gave it back: the task begins again. */
class MachineLost extends Halted {}

/**
 * A task session that a worker machine does. What the machine says reaches the same callbacks as what a worker here says, and the
 * files that it sends are in the workspace here before anything is decided about them.
 */
export class TaskThere implements AsyncDisposable {
  readonly machine: { machineId: string; name: string };
  readonly #elsewhere: Disposable;
  #step = 0;
  #files: ReceivedFiles | null = null;
  #going: TaskStep | null = null;
  #signed: { statement: TaskStatement; signature: string } | null = null;

  /** A machine has taken the offer, and has the lease on it. */
  constructor(
    readonly port: RunPort,
    readonly offer: Offer,
    readonly lease: Lease,
    /** What may leave this machine for it. */
    readonly sendable: Sendable,
    elsewhere: Disposable,
  ) {
    this.#elsewhere = elsewhere;
    const { id, name } = requireMachine(port.ctx, this.lease.machineId);
    this.machine = { machineId: id, name };
  }

  /** Records where the attempt is made, in the caller's unit. */
  recordPlace(context: EventContext): void {
    const data = this.machine;
    const id = context.taskSessionId!;
    record(this.port.ctx, taskSessionStream, id, [{ type: "task_session.placed", data }], context);
  }

  /**
   * Has the machine carry out the instructions of a task, or use the tools of a worker that works here. Returns what the worker
   * returns. Rejects with the signal's reason, and with `Halted` when the machine is lost.
   */
  async perform(worker: Worker, task: WorkerTask, notes: TaskNotes): Promise<WorkerOutcome> {
    const calls = modelCallsOf(this.port, worker, task);
    this.lease.answerModelCall = calls?.answer ?? null;
    this.#files ??= await this.#send(worker, task, calls?.models ?? null);
    const going = this.#going = newStep(this.port.ctx.redactor, ++this.#step, task, notes);
    const { step, ended } = going;
    const { instructions, guidanceIds } = task;
    const { link } = this.lease;
    const lost = this.offer.outcome.then((): never => {
      throw new MachineLost();
    });
    const halted = Promise.withResolvers<never>();
    const halt = () => halted.reject(task.signal.reason);
    task.signal.addEventListener("abort", halt, { once: true });
    const untilEnded = () => Promise.race([ended.promise, lost, halted.promise]);
    lost.catch(() => {});
    try {
      task.signal.throwIfAborted();
      if (worker.elsewhere !== "tools") {
        link.send({ kind: "perform", step, instructions, guidanceIds: [...guidanceIds] });
        return await untilEnded();
      }
      const useTool = async ({ tool, input }: { tool: string; input: unknown }) => {
        going.tool = Promise.withResolvers();
        link.send({ kind: "use_tool", step, tool, input });
        return await Promise.race([
          going.tool.promise,
          untilEnded().then((): never => {
            throw new MachineLost();
          }),
        ]);
      };
      const outcome = await worker.perform({ ...task, useTool });
      link.send({ kind: "finish", step, summary: outcome.ok ? outcome.summary : outcome.detail });
      await untilEnded();
      return outcome;
    } finally {
      task.signal.removeEventListener("abort", halt);
      for (const asked of going.asked.values()) asked.abort();
      this.#going = null;
    }
  }

  /** Records that the machine delivered, in the caller's unit: the task session ends with what it made. */
  record(): void {
    if (!this.#signed || this.offer.isOver) return;
    const { ctx } = this.port;
    const { id, work: { runId }, fence } = this.offer;
    const publicKey = requireMachine(ctx, this.machine.machineId).publicKey!;
    const data = { ...this.machine, fence, ...this.#signed, publicKey };
    record(ctx, assignmentStream, id, [{ type: "assignment.task_delivered", data }], { runId });
    ctx.machines.finish(this.lease, { isTaskDone: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#elsewhere[Symbol.dispose]();
    const { ctx } = this.port;
    await ctx.machines.withdraw(ctx, this.offer, "The attempt is over.");
  }

  async #listen(message: MachineMessage): Promise<void> {
    const going = this.#going;
    if (!going) throw new InvalidError("Nothing is to be done now. Wait for what comes next.");
    const { task, notes } = going;
    switch (message.kind) {
      case "report":
        return going.tells() ? task.report(message.report) : undefined;
      case "words":
        return task.stream(message.text, message.as);
      case "printed":
        return notes.printed(message.text);
      case "command":
        return notes.ran(message.command, message);
      case "note":
        return going.tells() ? task.host.note(message.note) : undefined;
      case "question":
        return await this.#ask(going, message);
      case "withdrawn":
        return going.asked.get(message.id)?.abort();
      case "tool_used":
        if (message.step === going.step) going.tool?.resolve(usedTool(this.port.ctx.redactor, message));
        return;
      case "ended":
        await this.#accept(going, message);
        this.#going = null; // the step has ended, whatever else came with this message
        return going.ended.resolve(message.outcome);
      case "unprepared":
        return going.ended.reject(new StepFailed(message.reason, message.detail));
    }
  }

  /** Answers a question about the files that came with it, however long that takes. */
  async #ask(going: TaskStep, { id, question, files }: MessageOf<"question">): Promise<void> {
    if (files) await this.#files!.bring(files);
    const withdrawn = beginQuestion(going, id);
    this.lease.questions += 1;
    answerTo(going.task, question, withdrawn.signal).then(
      (answer) => this.lease.link.send({ kind: "answer", id, answer }),
      (cause) => going.ended.reject(cause),
    ).finally(() => this.lease.questions -= 1);
  }

  /** Accepts the end of a step: what this machine was told to do, signed with its key, and the files that it left. */
  async #accept(going: TaskStep, message: MessageOf<"ended">): Promise<void> {
    const { offer, machine, port: { ctx } } = this;
    const from = this.#files!.start.tree;
    await requireStatement(
      requireMachine(ctx, machine.machineId),
      { offer, from, step: going.step },
      message,
    );
    await this.#files!.bring(message.files);
    const { statement, signature } = message;
    this.#signed = { statement, signature };
  }

  /** Sends the machine what it needs. */
  async #send(
    worker: Worker,
    task: WorkerTask,
    models: TaskContent["task"]["models"],
  ): Promise<ReceivedFiles> {
    const { port, sendable, lease, offer } = this;
    const { control, workspace } = task.host;
    const content = await taskContent(port, { ...sendable, models }, worker, task);
    lease.link.listener = (message) => this.#listen(message);
    offer.content.resolve(content);
    return new ReceivedFiles(port.ctx, { lease, control, workspace, start: content.task.start });
  }
}
