import type { WorkflowNode } from "../language/definition.ts";

/** Why a node failed, for its retry. */
export type FailureCause = "transient" | "timeout" | "exit" | "schema" | "other";

/** What is known of one execution of a node. */
export type NodeRecord = {
  path: string;
  status: "going" | "completed" | "failed" | "skipped";
  /** Its output; a command that failed has one as well. */
  output?: unknown;
  /** The items of a fan-out. */
  items?: readonly unknown[];
  /** The inputs of an included workflow. */
  inputs?: Readonly<Record<string, unknown>>;
  cause?: FailureCause;
  detail?: string;
  /** Everything within it has ended, and its results are being combined. */
  joining?: boolean;
  /** A person, or the end of a race, stopped it. */
  stopped?: boolean;
  /** How many attempts have failed since it was to be done. */
  attempts?: number;
};

/** What is known of an execution that has ended. */
export type EndedRecord = NodeRecord & { status: "completed" | "failed" | "skipped" };

/** Everything that is known of the nodes of a run, by path. */
export type NodeRecords = ReadonlyMap<string, NodeRecord>;

/** The initial values of a run, which expressions may read. */
export type RunFacts = {
  inputs: Readonly<Record<string, unknown>>;
  trigger: Readonly<Record<string, unknown>>;
  run: Readonly<Record<string, unknown>>;
};

/** A node that is to be executed, with its computed values. */
type NodeExecution = {
  path: string;
  node: WorkflowNode;
  /** The values under `with`, computed. */
  content: Readonly<Record<string, unknown>>;
  /** Names of the values from outside, by field. */
  tainted: readonly string[];
  /** The paths whose results it starts from. */
  dependsOn: readonly string[];
  attempt: number;
  /** How long to wait before another attempt. */
  delayMilliseconds: number;
};

/** The contenders of a race of which everything succeeded, why the others are out, and the form with which one is picked. */
export type RaceChoice = {
  candidates: readonly RaceOutput[];
  out: readonly string[];
  form: Readonly<Record<string, unknown>>;
};

/** The output of a race in which this contender is taken. */
export type RaceOutput = { contender: number; provider: string; output: Record<string, unknown> };

/** One consequence of what is known. */
export type NodeDecision =
  | ({ do: "start" } & NodeExecution)
  | {
    do: "open";
    path: string;
    node: WorkflowNode;
    /** The items or inputs of its nodes. */
    with: Pick<NodeRecord, "items" | "inputs">;
    dependsOn: readonly string[];
  }
  | {
    do: "complete";
    path: string;
    node: WorkflowNode;
    output: unknown;
    dependsOn: readonly string[];
    /** The executions whose files are the node's own. */
    merges: readonly string[];
    /** What a human chooses from first; `output` and `merges` are those of the first. */
    choice?: RaceChoice;
  }
  | { do: "skip"; path: string; node: WorkflowNode; why: string }
  | { do: "fail"; path: string; node: WorkflowNode; detail: string; dependsOn: readonly string[] };

/** The state of a workflow's run. */
export type Outlook =
  | { state: "going"; decisions: NodeDecision[] }
  /** Nothing follows until something that was started ends. */
  | { state: "waiting" }
  | { state: "ended"; status: "completed"; outputs: Record<string, unknown> }
  | { state: "ended"; status: "failed"; path: string; detail: string };

/** Returns whether an execution has no further result. */
export const isFinal = (record: NodeRecord | undefined): boolean =>
  record !== undefined && record.status !== "going";
