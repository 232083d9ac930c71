import type { ProviderRequest } from "../../sessions/models/proxy/send.ts";
import type { InteractiveProcess, InteractiveProgram } from "../../machine/processes/interactive.ts";
import type { BridgeListener } from "../../machine/network/bridge.ts";
import type { Control, Workspace } from "../../machine/repositories/mod.ts";

/** An agent's own session, recorded so that a later process can resume it. */
export type AgentSession = {
  agent: string;
  version?: string | undefined;
  sessionId: string;
  how: "new" | "resumed" | "loaded";
  /** How the agent is confined, in one sentence. */
  isolation: string;
};

/** Where an earlier attempt stopped: its question and a human's answer; null when the question was withdrawn. */
export type Interruption = {
  question: string;
  decision: "approved" | "rejected" | null;
};

/** One step of an agent's plan. */
export type AgentPlanEntry = { id: string; content: string; status: string; priority?: string | undefined };

/** Something that an agent did wrong, or that was done to it. */
type AgentIncident =
  | "malformed_message"
  | "unknown_update"
  | "unasked_change"
  | "protected_path"
  | "not_allowed"
  | "killed"
  | "stalled";

/** What an agent reports about itself, besides its tool calls. */
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
  /** The sandbox refused a command. */
  | { kind: "refused"; command: string; detail: string }
  | { kind: "incident"; incident: AgentIncident; detail: string };

/** Whether an agent may use the network now, and whether it has not begun to work yet. */
export type NetworkDoor = { readonly isShut: boolean; readonly isStarting: boolean };

/** Network access for an agent's sandbox; disposed when the agent has ended. */
export type AgentNetwork = AsyncDisposable & {
  listeners: readonly BridgeListener[];
  readable: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Closes all connections. */
  cut: () => void;
};

/** The models of a program that calls them on another machine: the kind of their provider, which decides how it asks. */
export type TaskModels = {
  kind: string;
  label: string;
  model: string;
  /** Sends a question to where the provider's key is. */
  send: (request: ProviderRequest) => Promise<Response>;
};

/** What the executor supplies to a worker for one attempt, besides the task itself. */
export type AgentHost = {
  /** Where a program on this machine calls its models; absent if the configuration of this machine says it. */
  models?: TaskModels;
  taskSessionId: string;
  /** A directory for this task session alone. It outlives restarts of the service and is removed when the session ends. */
  agentDirectory: string;
  /** The person's request for the whole run. */
  request: string;
  /** Directories outside the worktree that its git reads. */
  readable: readonly string[];
  control: Control;
  workspace: Workspace;
  /** Whether every edit and command needs a question, as the repository's setting says. */
  asksEverything: () => boolean;
  /** Returns the tree of the worktree's current content. */
  capture: () => Promise<string>;
  /** Returns the same without unreviewed changes that an earlier attempt left at protected paths. */
  seen: () => Promise<string>;
  /** Restores files of the worktree from a tree, and removes those that the tree does not contain. */
  restore: (tree: string, paths: readonly string[]) => Promise<void>;
  /** The agent's session for this worktree; null before the first is opened. */
  session: () => AgentSession | null;
  /** Returns where an earlier attempt stopped; null the second time, and when nothing was interrupted. */
  takeInterruption: () => Interruption | null;
  /** Opens network access, which leads nowhere while it is shut. */
  network: (door: NetworkDoor) => Promise<AgentNetwork>;
  /** Starts a program in a process group that is recorded before it starts. */
  start: (program: InteractiveProgram) => Promise<InteractiveProcess>;
  /** Records what the agent reports about itself. */
  note: (note: AgentNote) => void;
};
