import { sha256 } from "../../../../store/chain.ts";
import { KINDS } from "../kinds/mod.ts";
import type { WorkflowDefinition, WorkflowNode } from "../language/definition.ts";
import { hostOf } from "../language/rules.ts";
import { namedWorkers, type Reach, reachOf, startsRun } from "./reach.ts";

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

/** Returns what a workflow may touch; what the definition does not limit is marked as unbounded. */
export function blastRadiusOf(definition: WorkflowDefinition): BlastRadius {
  const reached = reachOf(definition);
  const of = (test: (each: Reach) => boolean) => reached.filter(test).map(({ path }) => path);
  const commands = reached.flatMap(({ node }) => node.kind === "command" ? [node.with.command] : []);
  const setup = [definition.setup?.command, definition.verifier?.command].filter((each) =>
    each !== undefined
  );
  const writers = of(({ node }) => mayWrite(node));
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
      prompts.flatMap((each) => isRouted(each) ? ["routing"] : modelsOf(each)),
      prompts.some(isRouted) ? "unbounded" : "declared",
      prompts.map(({ path }) => path),
    ),
    money: moneyOf(definition, reached),
    approvals: {
      nodes: of(({ node }) => node.kind === "approval"),
      withoutApproval: of(({ node, approved }) => !approved && hasEffect(node)),
    },
  };
  const started = reached.flatMap(({ node, path }) => startsRun(node) ? [{ path, ...node.with }] : []);
  const runs = [...new Set(started.map(({ workflowId, version }) => `${workflowId}@${version}`))].sort();
  // Digests that were recorded before these said where they come from stay valid.
  const digest = sha256(JSON.stringify(runs.length > 0 ? { ...content, runs } : content));
  const { classes, hosts } = content;
  const readers = of(({ node }) => node.kind === "http_read");
  const whole = {
    ...content,
    classes: { ...classes, from: reached.map(({ path }) => path) },
    hosts: { ...hosts, from: [...readers, ...hosts.from] },
    digest,
  };
  return started.length > 0 ? withStarted(whole, started.map(({ path }) => path)) : whole;
}

/** A run that a node starts may touch anything: its definition is another one. */
function withStarted(whole: BlastRadius, started: readonly string[]): BlastRadius {
  const beyond = ({ items, from }: Dimension): Dimension => ({
    items,
    basis: "unbounded",
    from: [...new Set([...from, ...started])],
  });
  return {
    ...whole,
    files: beyond(whole.files),
    commands: beyond(whole.commands),
    hosts: beyond(whole.hosts),
    secrets: beyond(whole.secrets),
    classes: beyond(whole.classes),
    models: beyond(whole.models),
    money: { ...whole.money, perRunUsd: null, unknown: [...whole.money.unknown, ...started] },
  };
}

const mayWrite = (node: WorkflowNode): boolean =>
  KINDS[node.kind].effects.files === "write" && !(node.kind === "prompt" && node.with.readOnly === true);

/** Returns whether nothing but its commands changes files, so that earlier runs show which. */
export const onlyCommandsWrite = (definition: WorkflowDefinition): boolean =>
  reachOf(definition).every(({ node }) => node.kind === "command" || (!mayWrite(node) && !startsRun(node)));

const hasEffect = (node: WorkflowNode): boolean => {
  const { files, commands, network } = KINDS[node.kind].effects;
  return files === "write" || commands || network !== "none" || startsRun(node);
};

const modelsOf = (prompt: Reach): string[] =>
  namedWorkers(prompt).map(({ provider, model }) => `${provider}/${model ?? "its default model"}`);

/** A definition with all that it includes. */
const definitionsIn = (definition: WorkflowDefinition, reached: readonly Reach[]): WorkflowDefinition[] => [
  ...new Set([definition, ...reached.map((each) => each.definition)]),
];

const isRouted = (prompt: Reach): boolean => namedWorkers(prompt).length === 0;

const isBuiltin = (prompt: Reach): boolean =>
  !isRouted(prompt) && modelsOf(prompt).every((model) => model.startsWith("builtin/"));

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
