import type { OfferedAction } from "../connectors/offered.ts";
import type { ModelEvent } from "../../sessions/models/clients/model_event.ts";
import type { ProviderDefinition } from "../../sessions/provider_kinds/definition.ts";
import type { Readiness } from "../../sessions/models/providers/readiness.ts";
import type { Redactor } from "../../ground/kernel/redactor.ts";
import type { AgentHost } from "./agent_host.ts";
import type { ConnectorOutcome, ConnectorUse } from "./connector_use.ts";
import type { OutsideContent } from "./outside.ts";
import type { PermissionAnswer, PermissionRequest } from "./permission_request.ts";
import type { EnforcedProfile } from "./rights.ts";

export type { PermissionAnswer, PermissionRequest } from "./permission_request.ts";
export type { AgentHost, AgentNote, Interruption } from "./agent_host.ts";

/** A unit of work that becomes one task session, ordered by `dependsOn`. */
export type PlannedTask = {
  /** Unique within the plan and stable across attempts: `task_1`, `task_2` … */
  id: string;
  title: string;
  /** The worker's input, in its own language. */
  instructions: string;
  /** Ids of tasks of the same plan whose results this one builds on. */
  dependsOn: string[];
  /** Shell commands that the task will run, verbatim: they may need a human's approval first. */
  commands: string[];
};

/** A line of a request that the worker does not understand. */
export type Misunderstood = { line: number; text: string; reason: string };

/** How the tasks of a plan may run: in parallel where they are independent, or one after the other. */
export type PlanMode = "parallel" | "sequential";

/** Planning failed, and why; the request itself may be fine. */
export type PlanFailure = Extract<WorkerOutcome, { ok: false }>;

/** The result of planning. */
type PlanOutcome = PlanResult | PlanFailure;

/** A plan, or the lines that prevent one. */
export type PlanResult = { tasks: PlannedTask[]; note?: string } | {
  misunderstood: Misunderstood[];
  help: string;
};

/** What distinguishes concurrent tool calls, and what the transcript shows of one besides what is recorded. */
type ToolDetails = { call?: string; shown?: { output?: string; diff?: string } };

/** What a worker reports while it works; the executor records it. Output is already limited in size. */
export type WorkerReport =
  | ({ kind: "tool_started"; tool: string; summary: string; path?: string } & ToolDetails)
  | ({
    kind: "tool_completed" | "tool_failed";
    tool: string;
    summary: string;
    path?: string;
    output?: string;
    exitCode?: number;
  } & ToolDetails)
  | { kind: "model"; event: ModelEvent };

/** How a task ended. A failure names the run's `statusReason` and says what to do, in one sentence. */
export type WorkerOutcome =
  | { ok: true; summary: string }
  | {
    ok: false;
    reason:
      | "unsupported_request"
      | "invalid_input"
      | "command_failed"
      | "timeout"
      | "provider_unavailable"
      | "policy_blocked"
      | "budget_exceeded"
      | "approval_rejected"
      | "approval_expired";
    detail: string;
  };

/** The variable that names the file with a command's input. */
export const INPUT_VARIABLE = "TASK_INPUT_FILE";

/** Options that a worker may give for a command. */
export type CommandOptions = {
  /** Text for the command, in a file that `INPUT_VARIABLE` in its environment names. */
  input?: string;
  /** Whether the text is also the command's standard input. */
  readsInput?: boolean;
  /** Files of programs outside the search path, shown with what belongs to them. */
  programs?: readonly string[];
  /** Called with all output as it arrives. */
  onOutput?: (text: string) => void;
  /** Whether the worker's own definition allows network access. */
  network?: boolean;
  /** Additional environment variables. */
  environment?: Readonly<Record<string, string>>;
  /** Its directory, relative to the run's directory. */
  directory?: string;
  /** Whether the command is refused where it would run without a sandbox. */
  onlyConfined?: boolean;
};

/** Runs a shell command in the task's directory; the executor supplies it, with sandbox, process group and limits. */
export type RunCommand = (
  command: string,
  options?: CommandOptions & { purpose?: "worker" | "agent" },
) => Promise<{ exitCode: number; output: string; timedOut: boolean }>;

/** The output of a tool for a model. */
export type ToolUse = { output: string; failed: boolean };

/** The input of a worker for one task. Nothing outside `directory` may be changed. */
export type WorkerTask = {
  runId: string;
  taskSessionId: string;
  /** The run's directory, in a worktree for this task alone. */
  directory: string;
  instructions: string;
  /** The whole request, of which this task is a part. */
  request: string;
  /** Outside content that came with it; null without any. */
  outside: OutsideContent | null;
  /** The task's instructions in the plan; the instructions of a later round are guidance. */
  planned: string;
  /** Ids of the guidance that the instructions come from; empty for the task's own instructions. */
  guidanceIds: readonly string[];
  /** The profile, which is enforced wherever a tool is executed. */
  profile: EnforcedProfile;
  /** Returns a text file of a skill of its profile, with a receipt; or why not. */
  readSkill: (name: string, path?: string) => Promise<{ text: string } | { refused: string }>;
  runCommand: RunCommand;
  /** Uses a tool of a model where the files are; absent if they are in `directory`. */
  useTool?: (call: { tool: string; input: unknown }) => Promise<ToolUse>;
  /** Performs an action of an enabled connector once, after a human has approved it. Each call counts as a separate use. */
  useConnector: (use: ConnectorUse) => Promise<ConnectorOutcome>;
  /** The actions that `useConnector` can perform now. */
  connectorActions: () => OfferedAction[];
  /** Whether a command needs no decision: it is the run's own, an admitted one, or one that the sandbox confines. */
  mayRun: (command: string) => Promise<boolean>;
  /**
   * Asks a human and waits for the decision, however long that takes. Rejects with the signal's reason when the task is
   * halted or parked: the task is then started again, and the same question is answered at once.
   */
  ask: (request: PermissionRequest) => Promise<PermissionAnswer>;
  /** Records a report. A halted worker reports nothing. */
  report: (report: WorkerReport) => void;
  /** Streams the worker's words and thoughts, and adds them to the transcript. */
  stream: (text: string, kind?: "words" | "thought") => void;
  /** Removes known secrets from what a worker passes on. */
  redactor: Pick<Redactor, "facts" | "text">;
  signal: AbortSignal;
  /** What tools that use git need in addition, and an agent that is a separate process. */
  host: AgentHost;
};

/** The input of a worker for planning. */
export type PlanningTask = {
  runId: string;
  /** Outside content that came with the request; null without any. */
  outside: OutsideContent | null;
  /** The paths of all files at the run's base commit, relative to the run's directory. */
  paths: () => Promise<string[]>;
  report: (report: WorkerReport) => void;
  stream: (text: string) => void;
  signal: AbortSignal;
};

/** A worker of task sessions: recipes, a model, or an agent. */
export type Worker = {
  /** Whether it is a separate program that asks before it acts; its changes are compared with the answers while it works. */
  guardsItself?: true;
  /** Whether it can be stopped between two tool calls and resume from the files; others finish first. */
  stopsBetweenTools?: true;
  /**
   * What of it can be on a worker machine: all of it, its tools, or all of it where its program is installed. Absent for one that
   * stays here.
   */
  elsewhere?: "whole" | "tools" | "installed";
  provider: string;
  model: string;
  /** Returns the provider that its program calls with a key of this service; null if it uses its login. */
  upstream?(): { provider: ProviderDefinition; model: string } | null;
  readiness(): Readiness;
  /**
   * Returns the plan of a text that can be read without a model, as a recipe can. Absent for a worker that takes any text.
   */
  read?(text: string, mode: PlanMode): PlanResult;
  /** Returns the paths that a text names, relative to the run's directory: its author asked for these. */
  names?(text: string): string[];
  /** Plans a request. Rejects only with the signal's reason or for a fault of this service. */
  plan(request: string, mode: PlanMode, planning: PlanningTask): PlanOutcome | Promise<PlanOutcome>;
  /** Does the task; rejects only with the signal's reason or for a fault of this service. */
  perform(task: WorkerTask): Promise<WorkerOutcome>;
};
