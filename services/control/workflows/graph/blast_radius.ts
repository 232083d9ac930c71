import { sha256 } from "../../../../store/chain.ts";
import { KINDS } from "../kinds/mod.ts";
import { heldNodes, type WorkflowDefinition, type WorkflowNode } from "../language/definition.ts";
import { hostOf } from "../language/rules.ts";
import { followersOf, reachedFrom } from "../language/siblings.ts";

/** One dimension of what a workflow may touch. */
export type Dimension = { items: string[]; basis: "declared" | "unbounded"; from: string[] };

/** What a workflow may touch, as far as its definition says. */
export type BlastRadius = {
  files: Dimension;
  commands: Dimension;
  hosts: Dimension;
  secrets: Dimension;
  classes: Dimension;
  models: Dimension;
  money: { perRunUsd: number | null; executions: number; unknown: string[]; from: string };
  approvals: { nodes: string[]; withoutApproval: string[] };
  digest: string;
};

/** A node with how often it may be executed, and whether a human is asked before it. */
export type Reach = {
  node: WorkflowNode;
  /** The definition whose text contains the node. */
  definition: WorkflowDefinition;
  path: string;
  times: number;
  approved: boolean;
};

/** Returns what a workflow may touch; what the definition does not limit is marked as unbounded. */
export function blastRadiusOf(definition: WorkflowDefinition): BlastRadius {
  const reached = reachOf(definition);
  const of = (test: (each: Reach) => boolean) => reached.filter(test).map(({ path }) => path);
  const commands = reached.flatMap(({ node }) => node.kind === "command" ? [node.with.command] : []);
  const setup = [definition.setup?.command, definition.verifier?.command].filter((each) =>
    each !== undefined
  );
  const writers = of(({ node }) => KINDS[node.kind].effects.files === "write" && !isReadOnly(node));
  const prompts = reached.filter(({ node }) => node.kind === "prompt");
  const secrets = reached.flatMap(({ node }) =>
    node.kind === "http_read" && node.with.secretHeader ? [node.with.secretHeader.secretId] : []
  );
  const content = {
    files: dimension(
      writers.length > 0 ? ["worktree"] : [],
      writers.length > 0 ? "unbounded" : "declared",
      writers,
    ),
    commands: dimension(
      [...commands, ...setup],
      prompts.some((each) => !isBuiltin(each)) ? "unbounded" : "declared",
      of(({ node }) => KINDS[node.kind].effects.commands),
    ),
    hosts: hostsOf(definition, reached),
    secrets: dimension(
      [...definitionsIn(definition, reached).flatMap(({ secrets }) => secrets), ...secrets],
      "declared",
      of(({ node }) => node.kind === "http_read" && node.with.secretHeader !== undefined),
    ),
    classes: dimension(reached.map(({ node }) => KINDS[node.kind].policyClass), "declared", []),
    models: dimension(
      prompts.map(({ node, definition }) => workerOf(node, definition)),
      prompts.some(({ node, definition }) => workerOf(node, definition) === "routing")
        ? "unbounded"
        : "declared",
      prompts.map(({ path }) => path),
    ),
    money: moneyOf(definition, reached),
    approvals: {
      nodes: of(({ node }) => node.kind === "approval"),
      withoutApproval: of(({ node, approved }) => !approved && hasEffect(node)),
    },
  };
  // Digests that were recorded before these said where they come from stay valid.
  const digest = sha256(JSON.stringify(content));
  const { classes, hosts } = content;
  const readers = of(({ node }) => node.kind === "http_read");
  return {
    ...content,
    classes: { ...classes, from: reached.map(({ path }) => path) },
    hosts: { ...hosts, from: [...readers, ...hosts.from] },
    digest,
  };
}

/** Every node of a definition, with how often it may be executed. */
export const reachOf = (definition: WorkflowDefinition): Reach[] =>
  reach(definition.nodes, definition, "", 1, false);

function reach(
  nodes: readonly WorkflowNode[],
  definition: WorkflowDefinition,
  prefix: string,
  times: number,
  approved: boolean,
): Reach[] {
  const asked = approvedNodes(nodes);
  return nodes.flatMap((node) => {
    const within = approved || asked.has(node.id);
    const bound = node.kind === "loop" || node.kind === "fan_out" ? node.with.max : 1;
    const path = prefix + node.id;
    return [
      { node, definition, path, times, approved: within },
      ...reach(heldNodes(node), includedBy(node) ?? definition, `${path}.`, times * bound, within),
    ];
  });
}

/** Returns the ids of the nodes that start after an approval. */
function approvedNodes(nodes: readonly WorkflowNode[]): ReadonlySet<string> {
  const followers = followersOf(nodes);
  const approvals = nodes.filter(({ kind }) => kind === "approval");
  return reachedFrom(approvals.flatMap(({ id }) => followers.get(id) ?? []), followers);
}

const isReadOnly = (node: WorkflowNode): boolean => node.kind === "prompt" && node.with.readOnly === true;

const hasEffect = ({ kind }: WorkflowNode): boolean => {
  const { files, commands, network } = KINDS[kind].effects;
  return files === "write" || commands || network !== "none";
};

/** Returns the worker of a prompt, as the definition names it. */
export function workerOf(node: WorkflowNode, { defaults }: WorkflowDefinition): string {
  const worker = (node.kind === "prompt" ? node.with.worker : undefined) ?? defaults.worker;
  return worker ? `${worker.provider}/${worker.model ?? "its default model"}` : "routing";
}

const includedBy = (node: WorkflowNode): WorkflowDefinition | undefined =>
  node.kind === "workflow" ? node.included : undefined;

/** A definition with all that it includes. */
const definitionsIn = (definition: WorkflowDefinition, reached: readonly Reach[]): WorkflowDefinition[] => [
  ...new Set([definition, ...reached.map((each) => each.definition)]),
];

const isBuiltin = ({ node, definition }: Reach): boolean => workerOf(node, definition).startsWith("builtin/");

function hostsOf(definition: WorkflowDefinition, reached: readonly Reach[]): Dimension {
  const read = reached.flatMap(({ node }) => node.kind === "http_read" ? [hostOf(node.with.url) ?? ""] : []);
  const open = reached.filter((each) =>
    (each.node.kind === "command" && each.node.with.network) ||
    (each.node.kind === "prompt" && !isBuiltin(each))
  );
  return dimension(
    [...definitionsIn(definition, reached).flatMap(({ hosts }) => hosts), ...read],
    open.length > 0 ? "unbounded" : "declared",
    open.map(({ path }) => path),
  );
}

function moneyOf(definition: WorkflowDefinition, reached: readonly Reach[]): BlastRadius["money"] {
  const prompts = reached.filter((each) => each.node.kind === "prompt" && !isBuiltin(each));
  const executions = reached.reduce((sum, { times }) => sum + times, 0);
  const unknown = prompts.filter(({ node }) => node.kind === "prompt" && node.with.maxCostUsd === undefined)
    .map(({ path }) => path);
  const bounded = prompts.reduce(
    (sum, { node, times }) => sum + (node.kind === "prompt" ? (node.with.maxCostUsd ?? 0) * times : 0),
    0,
  );
  const limit = definition.maxCostUsd;
  if (limit !== undefined) {
    const perRunUsd = unknown.length > 0 ? limit : Math.min(limit, bounded);
    return { perRunUsd, executions, unknown: [], from: "maxCostUsd of the workflow" };
  }
  return {
    perRunUsd: unknown.length > 0 ? null : bounded,
    executions,
    unknown,
    from: "maxCostUsd of its prompts",
  };
}

const dimension = (
  items: readonly string[],
  basis: Dimension["basis"],
  from: readonly string[],
): Dimension => ({
  items: [...new Set(items)].sort(),
  basis,
  from: [...from],
});
