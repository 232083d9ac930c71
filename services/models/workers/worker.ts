import type { Ctx } from "../../context.ts";
import type { AgentSeat } from "./agent_seat.ts";

/** Whether a worker can take work now; when it can't, why, and what a person does about it. */
export type Readiness = { ready: true } | { ready: false; reason: string; fix: string };

/** One unit of work that becomes one task session, in the order that `dependsOn` allows. */
export type PlannedTask = {
  /** Unique within the plan, stable over attempts: `task_1`, `task_2` … */
  id: string;
  title: string;
  /** What the worker gets, in its own language. */
  instructions: string;
  /** Ids of tasks of the same plan whose results this one builds on. */
  dependsOn: string[];
  /** Shell commands that the task will run, verbatim: they may need a human's approval first. */
  commands: string[];
};

/** A line of a request that the worker does not understand. */
export type Misunderstood = { line: number; text: string; reason: string };

/** A plan, or the lines that stand in its way. */
export type PlanResult = { tasks: PlannedTask[] } | { misunderstood: Misunderstood[]; help: string };

/** What a worker tells while it works; the executor records it. Output is already cut to a bounded size. */
export type WorkerReport =
  | { kind: "tool_started"; tool: string; summary: string; path?: string }
  | {
    kind: "tool_completed";
    tool: string;
    summary: string;
    path?: string;
    output?: string;
    exitCode?: number;
  }
  | { kind: "tool_failed"; tool: string; summary: string; path?: string; output?: string; exitCode?: number };

/** One call of a model. Cost is null where the price is unknown; unknown is never zero. */
export type ModelCall = {
  provider: string;
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  durationMilliseconds: number;
};

/** What a worker wants to do and nobody has allowed yet; a human decides it at a checkpoint. */
export type PermissionRequest = {
  /** The same question asked again, also after a restart, has the same key. */
  key: string;
  kind: "edit" | "command" | "other";
  title: string;
  /** What would happen, in full: the diff, the command line, the arguments. */
  detail: string;
  /** The exact shell command, where it is one. */
  command?: string;
  /** Where the command begins, relative to the worktree; its root when absent. */
  directory?: string;
  /** Aborted when the worker no longer wants to know. */
  withdrawn?: AbortSignal;
  /** Why it is more than usually dangerous, one sentence each. */
  warnings?: string[];
};

/** How a task ended. A failure names the run's `statusReason` and says what to do, in one sentence. */
export type WorkerOutcome =
  | { ok: true; summary: string }
  | {
    ok: false;
    reason: "unsupported_request" | "invalid_input" | "timeout" | "provider_unavailable" | "policy_blocked";
    detail: string;
  };

/** Runs one shell command in the task's directory; the executor supplies it, with process group and limits. */
export type RunCommand = (
  command: string,
) => Promise<{ exitCode: number; output: string; timedOut: boolean }>;

/** What a worker gets to do one task. Nothing outside `directory` may be touched. */
export type WorkerTask = {
  ctx: Ctx;
  runId: string;
  taskSessionId: string;
  directory: string;
  instructions: string;
  runCommand: RunCommand;
  report: (report: WorkerReport) => void;
  /**
   * Asks a human and waits for the decision, however long that takes. Rejects with the signal's reason when the task is
   * halted or parked: it is then begun again, and the same question is answered at once.
   */
  ask: (request: PermissionRequest) => Promise<"approved" | "rejected">;
  /** Shows output as it comes to whoever looks on. It is stored nowhere. */
  stream: (text: string) => void;
  signal: AbortSignal;
  /** What an agent that is a process of its own needs besides. */
  seat: AgentSeat;
};

/** Whoever does the work of task sessions: recipes, a model, or another agent. */
export type Worker = {
  provider: string;
  model: string;
  readiness(): Readiness;
  plan(request: string, mode: "parallel" | "sequential"): PlanResult | Promise<PlanResult>;
  /** Does the task; rejects only with the signal's reason or for a fault of this service. */
  perform(task: WorkerTask): Promise<WorkerOutcome>;
};
