import type { WorkflowNode } from "../language/definition.ts";

/** Why a node failed, for its retry. */
export type FailureCause = "transient" | "timeout" | "exit" | "schema" | "other";

/** What is known of one execution of a node. */
export type NodeRecord = {
  path: string;
  status: "going" | "completed" | "failed" | "skipped";
  /** What it gave; a command that failed has one as well. */
  output?: unknown;
  /** What a fan-out goes through. */
  items?: readonly unknown[];
  /** What an included workflow was given. */
  inputs?: Readonly<Record<string, unknown>>;
  cause?: FailureCause;
  detail?: string;
  /** Everything within it has ended, and its results are being put together. */
  joining?: boolean;
  /** How often it was tried. */
  attempts?: number;
};

/** Everything that is known of the nodes of a run, by path. */
export type NodeRecords = ReadonlyMap<string, NodeRecord>;

/** What a run began with, which expressions may read. */
export type RunFacts = {
  inputs: Readonly<Record<string, unknown>>;
  trigger: Readonly<Record<string, unknown>>;
  run: Readonly<Record<string, unknown>>;
};

/** A node that is to be executed, with everything that it computes. */
export type Execution = {
  path: string;
  node: WorkflowNode;
  /** What stands under `with`, computed. */
  content: Readonly<Record<string, unknown>>;
  /** Names of what is put in from outside, by the field. */
  tainted: readonly string[];
  /** The paths whose results it begins from. */
  dependsOn: readonly string[];
  attempt: number;
  /** How long to wait before another attempt. */
  delayMilliseconds: number;
};

/** One thing that follows from what is known. */
export type Decision =
  | ({ do: "start" } & Execution)
  | {
    do: "open";
    path: string;
    node: WorkflowNode;
    /** What its nodes are done for, or are given. */
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
  }
  | { do: "skip"; path: string; node: WorkflowNode; why: string }
  | { do: "fail"; path: string; node: WorkflowNode; detail: string; dependsOn: readonly string[] };

/** How a run of a workflow stands. */
export type Outlook =
  | { state: "going"; decisions: Decision[] }
  /** Nothing follows before something that was started ends. */
  | { state: "waiting" }
  | { state: "settled"; status: "completed"; outputs: Record<string, unknown> }
  | { state: "settled"; status: "failed"; path: string; detail: string };

/** Whether nothing more comes of an execution. */
export const hasEnded = (record: NodeRecord | undefined): boolean =>
  record !== undefined && record.status !== "going";
