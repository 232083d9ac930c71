import { counted } from "../../../client/words.ts";
import { type DefinedNode, definitionOf, type Workflow } from "../types.ts";

/** One execution of a node: a task session of the run. */
export type ShownExecution = { path: string; status: string; sessionId: string };

/** A node in the drawing and the tree. */
export type ShownNode = {
  /** Its path: the ids from the outermost node down to it. */
  id: string;
  name: string;
  kind: string;
  title: string;
  /** Null without a run. */
  status: string | null;
  /** The ids of its dependencies: nodes on its own level, or the node that contains it. */
  dependsOn: readonly string[];
  /** Additional remarks. */
  notes: readonly string[];
  executions: readonly ShownExecution[];
  children: readonly ShownNode[];
  /** The loop that is gone through again after it. */
  repeats?: readonly string[];
};

/** The executions of a run, and the paths of the nodes that were not executed. */
type Executions = {
  executions: readonly ShownExecution[];
  passed: readonly { id: string; status: string; why: string }[];
};

/** Returns the nodes of a workflow, included ones too, with their states in a run if there is one. */
export const nodesOf = (workflow: Pick<Workflow, "definition" | "included">, run?: Executions): ShownNode[] =>
  shown(definitionOf(workflow).nodes, "", { included: workflow.included, run });

type Of = { included: Workflow["included"]; run: Executions | undefined };

function shown(defined: readonly DefinedNode[], within: string, of: Of): ShownNode[] {
  const { run, included } = of;
  return defined.map((node) => {
    const id = within === "" ? node.id : `${within}.${node.id}`;
    const executions = run?.executions.filter(({ path }) => withoutPlaces(path) === id) ?? [];
    const passed = run?.passed.filter((one) => withoutPlaces(one.id) === id).at(-1);
    const inner = included.find((one) => one.id === id);
    const after = node.dependsOn?.map((other) => within === "" ? other : `${within}.${other}`) ?? [];
    return {
      id,
      name: node.id,
      kind: node.kind,
      title: node.title ?? node.id,
      status: run ? statusOf(executions) ?? passed?.status ?? "not started" : null,
      dependsOn: after.length === 0 && within !== "" ? [within] : after,
      notes: [
        ...(inner ? [`includes the workflow ${inner.name}`] : []),
        ...notesOf(node),
        ...(passed && executions.length === 0 ? [passed.why] : []),
      ],
      executions,
      children: shown(inner?.nodes as DefinedNode[] | undefined ?? node.with?.nodes ?? [], id, of),
    };
  });
}

/**
 * Returns all nodes for the drawing. A node after a loop or fan-out also comes after the last nodes in it, and from the last nodes of
 * a loop a line leads back to it.
 */
export function drawn(nodes: readonly ShownNode[]): ShownNode[] {
  const all = flat(nodes);
  const byId = new Map(all.map((node) => [node.id, node]));
  const lastIn = ({ children }: ShownNode): ShownNode[] =>
    children.filter(({ id }) => !children.some(({ dependsOn }) => dependsOn.includes(id)))
      .flatMap((one) => one.children.length > 0 ? lastIn(one) : [one]);
  const repeats = new Map<string, string[]>();
  for (const loop of all.filter(({ kind }) => kind === "loop")) {
    for (const { id } of lastIn(loop)) repeats.set(id, [...repeats.get(id) ?? [], loop.id]);
  }
  const ends = (id: string): string[] => {
    const node = byId.get(id);
    return [id, ...node ? lastIn(node).map((one) => one.id) : []];
  };
  return all.map((node) => ({
    ...node,
    dependsOn: node.dependsOn.flatMap((id) => node.id.startsWith(`${id}.`) ? [id] : ends(id)),
    repeats: repeats.get(node.id) ?? [],
  }));
}

const flat = (nodes: readonly ShownNode[]): ShownNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

/** `fix[2].test` is the node `fix.test`. */
const withoutPlaces = (path: string): string => path.replaceAll(/\[\d+\]/g, "");

/** Running takes precedence over ended, and failed over completed. */
const ORDER = [
  "running",
  "stopping",
  "waiting",
  "paused",
  "planned",
  "blocked",
  "failed",
  "escalated",
] as const;

function statusOf(executions: readonly ShownExecution[]): string | undefined {
  const telling = ORDER.find((status) => executions.some((one) => one.status === status));
  return telling ?? executions.at(-1)?.status;
}

function notesOf({ when, join, onError, retry, timeout, with: content }: DefinedNode): string[] {
  return [
    when && `when ${when}`,
    join && join !== "all_success" && `join ${join.replaceAll("_", " ")}`,
    onError === "continue" && "continues on failure",
    retry && `at most ${counted(retry.max, "retry", "retries")}`,
    timeout && `at most ${timeout}`,
    content?.until && content.max && `until ${content.until}, at most ${counted(content.max, "time")}`,
    content?.items && `for each of ${content.items}, ${content.maxParallel} at once`,
    content?.contenders &&
    `the first of ${
      content.contenders.map(({ provider, model }) => model ? `${provider}/${model}` : provider).join(", ")
    }`,
    ...(content?.cases ?? []).map((one) => `${one.id} when ${one.when}`),
    content?.default && `else ${content.default}`,
    content?.command,
    content?.workflowId && `workflow ${content.workflowId}`,
  ].filter((note) => typeof note === "string").filter((note) => note !== "");
}
