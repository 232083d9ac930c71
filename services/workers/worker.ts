import type { OfferedAction } from "../connectors/offered.ts";
import type { ModelEvent } from "../models/clients/model_event.ts";
import type { Readiness } from "../models/providers/readiness.ts";
import type { Redactor } from "../kernel/redactor.ts";
import type { AgentSeat } from "./agent_seat.ts";
import type { ConnectorOutcome, ConnectorUse } from "./connector_use.ts";
import type { Outside } from "./outside.ts";
import type { Answer, PermissionRequest } from "./permission_request.ts";
import type { HeldTo } from "./rights.ts";

export type { Answer, PermissionRequest } from "./permission_request.ts";
export type { AgentNote, AgentSeat, Interruption } from "./agent_seat.ts";

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

/** How the tasks of a plan may go: side by side where they are independent, or one after the other. */
export type PlanMode = "parallel" | "sequential";

/** No plan came about, and why; the request itself may be fine. */
export type PlanFailure = Extract<WorkerOutcome, { ok: false }>;

/** What planning came to. */
export type Planned = PlanResult | PlanFailure;

/** A plan, or the lines that stand in its way. */
export type PlanResult = { tasks: PlannedTask[]; note?: string } | {
  misunderstood: Misunderstood[];
  help: string;
};

/** What tells tool calls apart that go on at once, and what the transcript shows of one beside what is recorded. */
type ToolDetails = { call?: string; shown?: { output?: string; diff?: string } };

/** What a worker tells while it works; the executor records it. Output is already cut to a bounded size. */
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

/** What a worker may say of a command besides its text. */
export type CommandOptions = {
  /** A text for it, in a file that `INPUT_VARIABLE` of its environment names. */
  input?: string;
  /** The command has that text as its standard input too. */
  readsInput?: boolean;
  /** Files and directories outside of the worktree that it needs to see. */
  readable?: readonly string[];
  /** Gets all output as it comes. */
  onOutput?: (text: string) => void;
  /** Allows the network, as the worker's own definition says. */
  network?: boolean;
  /** More for its environment. */
  environment?: Readonly<Record<string, string>>;
  /** Where it begins, relative to the directory that the run was given. */
  directory?: string;
  /** The command is refused where it would run without a sandbox. */
  onlyConfined?: boolean;
};

/** Runs one shell command in the task's directory; the executor supplies it, with sandbox, process group and limits. */
export type RunCommand = (
  command: string,
  options?: CommandOptions & { purpose?: "worker" | "agent" },
) => Promise<{ exitCode: number; output: string; timedOut: boolean }>;

/** What a worker gets to do one task. Nothing outside `directory` may be touched. */
export type WorkerTask = {
  runId: string;
  taskSessionId: string;
  /** The directory that the run was given, in a worktree of this task alone. */
  directory: string;
  instructions: string;
  /** What was asked for as a whole, of which this task is a part. */
  request: string;
  /** What came with it from outside; null where nothing did. */
  outside: Outside | null;
  /** What the plan says of this task; the instructions of a later round are guidance. */
  planned: string;
  /** Ids of the guidance that the instructions come from; none for the task's own instructions. */
  guidanceIds: readonly string[];
  /** What the task is held to, wherever one of its tools is performed. */
  profile: HeldTo;
  /** Returns a text file of a skill of its profile, with a receipt; or why it does not. */
  readSkill: (name: string, path?: string) => Promise<{ text: string } | { refused: string }>;
  runCommand: RunCommand;
  /** Does an action of an enabled connector once, after a human has approved it. The same use again is another one. */
  useConnector: (use: ConnectorUse) => Promise<ConnectorOutcome>;
  /** The actions that `useConnector` can do now. */
  connectorActions: () => OfferedAction[];
  /** Whether a command needs no further decision: the run's own, an admitted one, or one that the sandbox holds. */
  mayRun: (command: string) => Promise<boolean>;
  /**
   * Asks a human and waits for the decision, however long that takes. Rejects with the signal's reason when the task is
   * halted or parked: it is then begun again, and the same question is answered at once.
   */
  ask: (request: PermissionRequest) => Promise<Answer>;
  /** Records it. A worker that was halted has nothing more to tell. */
  report: (report: WorkerReport) => void;
  /** Shows what it says as it comes, or thinks aloud, and keeps it in the transcript. */
  stream: (text: string, kind?: "words" | "thought") => void;
  /** Takes known secrets out of what a worker passes on. */
  redactor: Pick<Redactor, "facts" | "text">;
  signal: AbortSignal;
  /** What tools that ask git need besides, and an agent that is a process of its own. */
  seat: AgentSeat;
};

/** What a worker gets to make a plan. */
export type Planning = {
  runId: string;
  /** What came from outside with the request; null where nothing did. */
  outside: Outside | null;
  /** The paths of all files at the commit that the run began from, relative to the directory that it was given. */
  paths: () => Promise<string[]>;
  report: (report: WorkerReport) => void;
  stream: (text: string) => void;
  signal: AbortSignal;
};

/** Whoever does the work of task sessions: recipes, a model, or another agent. */
export type Worker = {
  /** A program that works by itself: it asks before, and what it changed is held against that while it works. */
  guardsItself?: true;
  /** It can be stopped between two uses of its tools, and goes on from the files; others end first. */
  stopsBetweenTools?: true;
  provider: string;
  model: string;
  readiness(): Readiness;
  /**
   * What is known of a text without asking anybody: the plan of a recipe. Absent for a worker that takes any words.
   */
  read?(text: string, mode: PlanMode): PlanResult;
  /** Plans a request. Rejects only with the signal's reason or for a fault of this service. */
  plan(request: string, mode: PlanMode, planning: Planning): Planned | Promise<Planned>;
  /** Does the task; rejects only with the signal's reason or for a fault of this service. */
  perform(task: WorkerTask): Promise<WorkerOutcome>;
};
