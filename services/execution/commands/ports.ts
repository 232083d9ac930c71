import type { BaseCheck } from "../../../store/runs/base_check.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { contextOf } from "../../control/lifecycle/event_context.ts";
import type { Control } from "../../machine/repositories/mod.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { Pool } from "./pool.ts";
import type { ExecutorLive } from "./live.ts";
import type { KeptSetups } from "./kept_setups.ts";

/** The run that a step works on: what is recorded about it, and how the step records more. */
export type RunPort = {
  readonly ctx: Ctx<ExecutorLive>;
  readonly runId: string;
  /** Aborted when the run is halted. */
  readonly signal: AbortSignal;
  readonly boundary: Boundary;
  /** The contender of a race whose work it is; absent for the work of the run itself. */
  readonly contender?: number;
  /** Returns the current run. Throws `Halted` when it no longer executes. */
  run(): RunDocument;
  /** Returns the context that the run's events carry. */
  context(taskSessionId?: string): ReturnType<typeof contextOf> & { taskSessionId?: string };
  /** Records decisions, if the run still executes and is in the round in which the step began; durable afterwards. */
  advance<T>(round: number, work: (run: RunDocument) => T): Promise<T>;
  /** Returns all task sessions of the run, in plan order. */
  sessions(): TaskSessionDocument[];
};

/** Returns what is recorded of whose work it is. */
export const by = ({ contender }: RunPort): { contender?: number } =>
  contender === undefined ? {} : { contender };

/** Where the tasks of a run work: its repository, their workspaces, and the slots that limit how many work at once. */
export type WorkspacePort = {
  readonly pool: Pool;
  /** What setup commands left at the bases of runs. */
  readonly setups: KeptSetups;
  /** Returns the private repository of the run's target. */
  control(): Promise<Control>;
  /** Returns the path of one of the run's workspaces. */
  workspacePath(name: string): string;
  /** Registers a task session as active until disposed. Its signal is aborted when that session alone is halted. */
  session(taskSessionId: string): { signal: AbortSignal } & Disposable;
  /** Stops the work of a task session, and resolves when no process of it is left. */
  halt(taskSessionId: string): Promise<void>;
  /** Registers that a worker machine does some of the run until disposed, so that another run may begin here. */
  elsewhere(): Disposable;
};

/** What a setup needs a human for: its command, the changed tree, the changed paths that it is known to read, and why. */
export type SetupRequest = {
  control: Control;
  setup: { command: string; tree: string };
  inputs: readonly string[];
  why: string;
  taskSessionId?: string | undefined;
};

/** How a run waits for humans. */
export type QuestionsPort = {
  /** Registers an approval that a task session waits for while others of the run continue. */
  hold(approvalId: string): void;
  /** Asks a human to let a setup run with network access on unreviewed work; the caller stops. */
  askForSetup(request: SetupRequest): Promise<void>;
};

/** All of what a task works with. */
export type StepPorts = RunPort & WorkspacePort & QuestionsPort;

/** The check of the base that a driver has; a step starts it, and takes its result. */
export type BasePort = {
  readonly base: {
    begin(step: StepPorts): void;
    result(step: StepPorts, patienceMilliseconds: number): Promise<BaseCheck | null>;
  };
};
