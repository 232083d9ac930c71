import { holds, same } from "../command.ts";
import type { RunModel } from "./run_model.ts";
import { type FlowNode, ITEMS, ITERATIONS, type Library, NEVER } from "./flow_nodes.ts";

/** What is shown of a task. */
export type ShownTask = { id: string; taskId: string; status: string; attempt: number; childRunId?: string };

/** What is shown of a run that has ended. */
type ShownRun = { id: string; status: string; tasks: readonly ShownTask[] };

/** A node is declined by a person whose rejection skips it: its task is completed, and it counts as skipped. */
type End = "completed" | "failed" | "skipped" | "declined";

/** Whether a task is not one that a person made who stepped into a result. */
const isNode = ({ taskId }: ShownTask): boolean => !taskId.startsWith("step_in_");

/** What the model knows of a run of a workflow. */
export class Flow {
  /** What a person decided, by the path of the node. */
  readonly decisions = new Map<string, "approve" | "reject">();

  /** The runs that nodes of it started, by their paths; the latest of each. */
  readonly children = new Map<string, RunModel>();

  readonly request: string;
  /** The path of each task, by its id. */
  readonly #paths = new Map<string, string>();
  /** The nodes that hold others and failed: what was done within them is no part of the result. */
  #failed: readonly string[] = [];
  /** The items of fan-outs that failed. */
  #failedItems: string[] = [];

  constructor(
    readonly workflow: string,
    readonly nodes: readonly FlowNode[],
    readonly mark: string,
    readonly library: Library,
    readonly continues = false,
  ) {
    this.request = `Run version 1 of the workflow "${workflow}".`;
  }

  /** The same for a run that tries it again: from the beginning, or from where this one ended. */
  again(continues: boolean): Flow {
    const flow = new Flow(this.workflow, this.nodes, this.mark, this.library, continues);
    if (continues) { for (const [path, decision] of this.decisions) flow.decisions.set(path, decision); }
    return flow;
  }

  /** Takes over which tasks it has. */
  takeOver(tasks: readonly ShownTask[]): void {
    for (const { id, taskId } of tasks) this.#paths.set(id, taskId);
  }

  /** A person decides what a task asks. */
  decide(taskSessionId: string, decision: "approve" | "reject"): void {
    const path = this.#paths.get(taskSessionId);
    holds(path !== undefined, `nobody knows the task ${taskSessionId}, which asks`);
    this.decisions.set(path, decision);
  }

  /** Whether a node can be done again by itself, and what depends on it after it, without starting a run again. */
  mayRedo(path: string): boolean {
    const node = this.nodes.find(({ id }) => id === path);
    const hasRuns = this.nodes.some(({ kind }) => kind === "child" || kind === "race");
    return node !== undefined && !hasRuns && !["loop", "fan_out", "workflow"].includes(node.kind);
  }

  /** Whether a person can be in a node: it has a worktree, and what is changed there is a part of the result. */
  mayEnter(path: string): boolean | null {
    const node = this.nodes.find(({ id }) => id === path);
    if (node === undefined || node.kind === "race" || node.kind === "loop" || node.kind === "fan_out") {
      return null;
    }
    if (node.kind === "command" && !String(node.with.command).endsWith("exit 0")) return null;
    return node.kind === "prompt" || node.kind === "command";
  }

  /** Whether a task asks which result of a race is taken. */
  asksWhich(taskSessionId: string): boolean {
    const path = this.#paths.get(taskSessionId);
    return path !== undefined && this.#nodeAt(path).node.kind === "race";
  }

  /** The files that its result has, and what they contain, once its end was compared. */
  filesAmong(tasks: readonly ShownTask[]): (readonly [path: string, content: string])[] {
    return tasks.filter(isNode).flatMap(({ taskId, status }) => {
      const { node, mark, holder } = this.#nodeAt(taskId);
      const isWithinFailed = [...this.#failed, ...this.#failedItems].some((path) =>
        /^[[.]/.test(taskId.slice(path.length)) && taskId.startsWith(path)
      );
      const writes = node.kind === "prompt" || node.kind === "command";
      if (status !== "completed" || !writes || isWithinFailed) return [];
      const item = holder?.kind === "fan_out" ? /\[(\d+)\]\.[^.]+$/.exec(taskId)?.[1] : undefined;
      return [[`sim/${mark}${node.id}${item === undefined ? "" : ITEMS[Number(item) - 1]}.txt`, mark]];
    });
  }

  /** The node with a path, the one that holds it, and what marks the files there. */
  #nodeAt(path: string): { node: FlowNode; holder: FlowNode | null; mark: string } {
    let [nodes, mark, holder, node]: [readonly FlowNode[], string, FlowNode | null, FlowNode | null] = [
      this.nodes,
      this.mark,
      null,
      null,
    ];
    for (const part of path.split(".")) {
      holder = node;
      node = nodes.find(({ id }) => id === part.replace(/\[\d+\]$/, "")) ?? null;
      holds(node !== null, `there is no node ${path}`);
      if (node.kind === "workflow") mark = `${mark}${node.id}-`;
      nodes = this.#within(node);
    }
    return { node: node!, holder, mark };
  }

  #within({ kind, with: { nodes = [], workflowId } }: FlowNode): readonly FlowNode[] {
    return kind === "child" || workflowId === undefined ? nodes : this.library.get(String(workflowId))!.nodes;
  }

  /** The run that a node starts, known by what marks its files; null if none of its nodes does. */
  childFor(mark: string): { path: string; flow: Flow } | null {
    const node = this.nodes.find(({ id, kind }) => kind === "child" && mark === `${this.mark}${id}-`);
    if (node === undefined) return null;
    const { name, nodes } = this.library.get(String(node.with.workflowId))!;
    return { path: node.id, flow: new Flow(name, nodes, mark, this.library) };
  }

  /** Whether a run that it started left files. */
  get hasLeftChild(): boolean {
    return [...this.children.values()].some(({ status }) => status === "completed");
  }

  /** Whether a run that it started has not ended. */
  get hasOpenChild(): boolean {
    return [...this.children.values()].some(({ hasEnded }) => !hasEnded);
  }

  /** Compares what its tasks became with what follows from its nodes and the decisions. */
  compareEnd({ id, status, tasks: shown }: ShownRun, notified: readonly string[]): void {
    const tasks = shown.filter(isNode);
    const ends = new Map<string, End>();
    this.#failedItems = [];
    const failed = this.#follow(this.nodes, "", ends);
    const named = (entries: Iterable<readonly [string, string]>) =>
      [...entries].map(([path, end]) => `${path} ${end}`).toSorted();
    const isOf = (path: string, ...kinds: FlowNode["kind"][]) => kinds.includes(this.#nodeAt(path).node.kind);
    this.#failed = [...ends].flatMap(([path, end]) =>
      end === "failed" && isOf(path, "loop", "fan_out", "workflow", "race") ? [path] : []
    );
    const races = [...ends].filter(([path, end]) => end !== "skipped" && isOf(path, "race"));
    const isOfRace = ({ taskId }: ShownTask) => races.some(([path]) => taskId.startsWith(`${path}[`));
    for (const [path, end] of races) if (end === "completed") this.#compareRace(path, tasks);
    // Of what holds others and fails, only a race has a task.
    const hasTask = (path: string, end: End) =>
      end !== "skipped" && (!this.#failed.includes(path) || isOf(path, "race"));
    const expected = [...ends].filter(([path, end]) => hasTask(path, end)).map(([path, end]) =>
      [path, end === "declined" ? "completed" : end] as const
    );
    // What was to be done again, and never was before what holds it failed.
    const isLeft = ({ taskId, status }: ShownTask) =>
      status === "cancelled" &&
      this.#failed.some((path) => taskId === path || taskId.startsWith(`${path}[`));
    // What was done before, and is skipped now that it is decided otherwise.
    const isUnneeded = ({ taskId, status }: ShownTask) =>
      status === "skipped" && ends.get(taskId) === "skipped";
    const isCompared = (task: ShownTask) => !isOfRace(task) && !isLeft(task) && !isUnneeded(task);
    same(
      named(tasks.filter(isCompared).map((task) => [task.taskId, task.status])),
      named(expected),
      `what became of the nodes of ${id}`,
    );
    same(status, failed ? "failed" : "completed", `the end of ${id}`);
    const told = tasks.filter(({ taskId }) => isOf(taskId, "notify"));
    // What is taken over from an earlier run does not notify again; work that was lost, with a restored backup, does.
    for (const { taskId, attempt } of told) {
      const times = notified.filter((path) => path === taskId).length;
      const least = this.continues ? 0 : 1;
      holds(
        least <= times && times <= attempt,
        `${taskId} of ${id}, attempt ${attempt}, notified ${times} times`,
      );
    }
    const others = notified.filter((path) => !told.some(({ taskId }) => taskId === path));
    same(others, [], `other notifications of ${id}`);
  }

  /** One contender of a race has done all its nodes; what became of those of the others is not said. */
  #compareRace(path: string, tasks: readonly ShownTask[]): void {
    const nodes = this.#within(this.#nodeAt(path).node);
    const ends = new Map<string, End>();
    this.#follow(nodes, "", ends);
    const ids = nodes.map(({ id }) => id).filter((id) => ends.get(id) === "completed");
    const isDone = (contender: number) =>
      ids.every((id) =>
        tasks.some(({ taskId, status }) => taskId === `${path}[${contender}].${id}` && status === "completed")
      );
    // What is taken over from an earlier run brings no tasks of contenders.
    const done = tasks.filter(({ taskId }) => taskId.startsWith(`${path}[`)).map((task) =>
      `${task.taskId} ${task.status}`
    );
    const isTakenOver = this.continues && done.length === 0;
    holds(
      isTakenOver || isDone(1) || isDone(2),
      `the race ${path} is over, no contender has done ${ids}, but ${done}`,
    );
  }

  /** Follows nodes to their ends. Returns whether one failed, and nothing handles that. */
  #follow(nodes: readonly FlowNode[], prefix: string, ends: Map<string, End>): boolean {
    const hasSucceeded = (id: string) => {
      const end = ends.get(prefix + id);
      return end === "completed" ||
        (end === "failed" && nodes.find((node) => node.id === id)?.onError === "continue");
    };
    for (const node of nodes) {
      const { dependsOn, join, when } = node;
      const begins = join === "all_success"
        ? dependsOn.every(hasSucceeded)
        : join === "all_done" || dependsOn.length === 0 || dependsOn.some(hasSucceeded);
      ends.set(
        prefix + node.id,
        begins && when !== NEVER ? this.#endOf(node, prefix + node.id, ends) : "skipped",
      );
    }
    return nodes.some(({ id, onError }) =>
      ends.get(prefix + id) === "failed" && onError === "fail" &&
      !nodes.some((other) =>
        other.dependsOn.includes(id) && other.join !== "all_success" &&
        !["skipped", "declined"].includes(ends.get(prefix + other.id)!)
      )
    );
  }

  #endOf(node: FlowNode, path: string, ends: Map<string, End>): End {
    const { kind, with: { onReject, failures, command, pick } } = node;
    const nodes = this.#within(node);
    switch (kind) {
      case "approval": {
        const isApproved = this.#isApproved(path);
        return isApproved ? "completed" : onReject === "skip" ? "declined" : "failed";
      }
      case "race":
        return pick === "first" || this.#isApproved(path) ? "completed" : "failed";
      case "command":
        return String(command).endsWith("exit 0") ? "completed" : "failed";
      case "child": {
        const child = this.children.get(path);
        holds(child?.isOver, `${path} has ended, and ${child?.name ?? "no run"} of it has not`);
        return child.status === "completed" ? "completed" : "failed";
      }
      case "workflow":
        return this.#follow(nodes, `${path}.`, ends) ? "failed" : "completed";
      case "loop":
        for (let at = 1; at <= ITERATIONS; at++) {
          if (this.#follow(nodes, `${path}[${at}].`, ends)) return "failed";
        }
        return "completed";
      case "fan_out": {
        const failed = ITEMS.map((_, at) => this.#follow(nodes, `${path}[${at + 1}].`, ends));
        // An item that fails leaves no files, also where its node collects failures.
        this.#failedItems.push(...failed.flatMap((has, at) => has ? [`${path}[${at + 1}]`] : []));
        return failures === "fail" && failed.includes(true) ? "failed" : "completed";
      }
      default:
        return "completed";
    }
  }

  #isApproved(path: string): boolean {
    const decision = this.decisions.get(path);
    holds(decision !== undefined, `the workflow has ended, and nobody decided ${path}`);
    return decision === "approve";
  }
}
