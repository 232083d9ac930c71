import type { InteractiveProcess, InteractiveProgram } from "../processes/interactive.ts";
import type { BridgeListener } from "../network/bridge.ts";
import type { Control, Workspace } from "../repositories/mod.ts";

/** An agent's own session, as it is recorded so that a later process can go on with it. */
export type AgentSession = {
  agent: string;
  version?: string | undefined;
  sessionId: string;
  how: "new" | "resumed" | "loaded";
  /** What holds the agent back, in one sentence. */
  isolation: string;
};

/** Where an earlier attempt stopped: what it asked, and what a human answered; null when it was taken back. */
export type Interruption = {
  question: string;
  decision: "approved" | "rejected" | null;
};

/** One step of a plan that an agent keeps. */
export type AgentPlanEntry = { id: string; content: string; status: string; priority?: string | undefined };

/** What an agent did that it should not have, or that was done to it. */
export type AgentIncident =
  | "malformed_message"
  | "unknown_update"
  | "unasked_change"
  | "protected_path"
  | "not_allowed"
  | "killed"
  | "stalled";

/** What an agent tells of itself, besides its use of tools. */
export type AgentNote =
  | { kind: "opened"; session: AgentSession }
  | { kind: "plan"; entries: AgentPlanEntry[] }
  | {
    kind: "usage";
    contextTokens: number;
    contextLimit: number;
    costAmount: number | null;
    costCurrency: string | null;
  }
  | { kind: "unasked"; title: string; command: string }
  /** The sandbox refused what the command wanted. */
  | { kind: "refused"; command: string; detail: string }
  | { kind: "incident"; incident: AgentIncident; detail: string };

/** The way of an agent's sandbox to the network; disposed when the agent has ended. */
export type AgentNetwork = AsyncDisposable & {
  listeners: readonly BridgeListener[];
  readable: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Ends what is connected now. */
  cut: () => void;
};

/** What a worker needs of one attempt at a task session besides the task itself; the executor supplies it. */
export type AgentSeat = {
  taskSessionId: string;
  /** A directory for this task session alone, which outlives restarts of the service and goes when the session ends. */
  place: string;
  /** What the person asked of the whole run. */
  request: string;
  /** Directories outside of the worktree that its git reads. */
  readable: readonly string[];
  control: Control;
  workspace: Workspace;
  /** Whether each edit and command is asked for, as the repository's setting has it. */
  asksEverything: () => boolean;
  /** The tree of what the worktree holds now. */
  capture: () => Promise<string>;
  /** The same without what an earlier attempt left at protected paths and nobody was asked about. */
  seen: () => Promise<string>;
  /** The agent's session that this worktree belongs to; null before the first is opened. */
  session: () => AgentSession | null;
  /** Where an earlier attempt stopped; null the second time, and when nothing was interrupted. */
  takeInterruption: () => Interruption | null;
  /** Opens a way to the network, which leads nowhere while it is shut. */
  network: (isShut: () => boolean) => Promise<AgentNetwork>;
  /** Starts a program in a process group that is on record before it begins. */
  start: (program: InteractiveProgram) => Promise<InteractiveProcess>;
  /** Records what the agent tells of itself. */
  note: (note: AgentNote) => void;
};
