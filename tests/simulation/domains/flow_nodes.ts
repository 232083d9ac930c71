import type { Random } from "../../recovery/load/random.ts";
import { one } from "../command.ts";

/** A node of a random workflow. Those within it are in `with`. */
export type FlowNode = {
  id: string;
  kind:
    | "prompt"
    | "command"
    | "notify"
    | "wait"
    | "approval"
    | "loop"
    | "fan_out"
    | "race"
    | "workflow"
    | "child"
    | "memory";
  dependsOn: string[];
  join: "all_success" | "one_success" | "all_done";
  onError: "fail" | "continue";
  when: typeof ALWAYS | typeof NEVER;
  with: Record<string, unknown> & { nodes?: FlowNode[] };
};

/** Conditions that are true, and false. */
const ALWAYS = "inputs.mark != ''";
/** No node with it is executed. */
export const NEVER = "inputs.mark == ''";
/** The items over which nodes fan out. */
export const ITEMS = ["a", "b"] as const;
/** How often a loop repeats its nodes. */
export const ITERATIONS = 2;

/** The kinds of nodes at a place. In a loop, a file would be there the second time. */
const KINDS = {
  workflow: [
    ...["prompt", "prompt", "command", "notify", "memory", "wait", "approval", "approval"] as const,
    ...["loop", "fan_out", "race", "workflow", "child"] as const,
  ],
  loop: ["command", "notify", "memory", "wait", "approval"],
  fan_out: ["prompt", "command", "notify", "memory", "wait", "approval"],
  race: ["prompt"],
} as const;
type Place = keyof typeof KINDS;
/** Other workflows, by their ids. */
export type Library = ReadonlyMap<string, { name: string; nodes: readonly FlowNode[] }>;

const MAX_NODES = 6;
const MAX_INNER_NODES = 2;

/** Nodes that begin after some of those before them, with nodes within nodes, and other workflows. */
export const randomNodes = (random: Random, library: Library): FlowNode[] =>
  nodesOf(random, { prefix: "n", count: random.between(2, MAX_NODES), within: "workflow", library });

/** Nodes as a definition has them: one whose workflow is a run of its own is of the kind of those whose is not. */
export const savedNodes = (nodes: readonly FlowNode[]): object[] =>
  nodes.map((node) => node.kind === "child" ? { ...node, kind: "workflow" } : node);

const isOfOther = (kind: FlowNode["kind"]): kind is "workflow" | "child" =>
  kind === "workflow" || kind === "child";

type Around = { prefix: string; count: number; within: Place; library: Library };

function nodesOf(random: Random, { prefix, count, within, library }: Around): FlowNode[] {
  const nodes: FlowNode[] = [];
  const others = [...library.keys()];
  for (let at = 0; at < count; at++) {
    const id = `${prefix}${at}`;
    const chosen = random.pick(KINDS[within]);
    const kind = isOfOther(chosen) && others.length === 0 ? "prompt" : chosen;
    nodes.push({
      id,
      kind,
      dependsOn: nodes.map((node) => node.id).filter(() => random.next() < 0.4),
      join: random.pick(["all_success", "all_success", "one_success", "all_done"]),
      onError: random.next() < 0.3 ? "continue" : "fail",
      when: random.next() < 0.1 ? NEVER : ALWAYS,
      with: isOfOther(kind)
        ? {
          workflowId: one(random, others),
          ...(kind === "child" && { mode: "run" }),
          inputs: { mark: `\${{ inputs.mark }}${id}-`, items: "${{ inputs.items }}" },
        }
        : contentOf(random, id, kind, within),
    });
  }
  return nodes;
}

function contentOf(
  random: Random,
  id: string,
  kind: Exclude<FlowNode["kind"], "workflow" | "child">,
  within: Place,
): FlowNode["with"] {
  const name = `${id}${within === "fan_out" ? "${{ item }}" : ""}`;
  const inner = (place: Place) =>
    nodesOf(random, {
      prefix: `${id}_`,
      count: random.between(1, MAX_INNER_NODES),
      within: place,
      library: new Map(),
    });
  switch (kind) {
    case "prompt":
      return {
        content: `create sim/\${{ inputs.mark }}${name}.txt with "\${{ inputs.mark }}"`,
        worker: { provider: "builtin", model: "recipe" },
      };
    case "command":
      return {
        command: `mkdir -p sim && printf %s "$MARK" > "sim/$NAME" && exit ${random.next() < 0.3 ? 1 : 0}`,
        env: { MARK: "${{ inputs.mark }}", NAME: `\${{ inputs.mark }}${name}.txt` },
      };
    case "notify":
      return { title: `\${{ inputs.mark }} ${name}`, content: "It is done." };
    case "memory":
      return {
        propose: { type: random.pick(["decision", "fact"]), content: `\${{ inputs.mark }} is ${name}` },
      };
    case "wait":
      return { for: `PT${random.pick([1, 10, 90, 600])}M` };
    case "approval":
      return { title: "Go on?", onReject: random.pick(["fail", "skip"]) };
    case "loop":
      return {
        nodes: inner("loop"),
        until: `iteration.number >= ${ITERATIONS}`,
        max: ITERATIONS + 1,
      };
    case "fan_out":
      return {
        nodes: inner("fan_out"),
        items: "inputs.items",
        maxParallel: random.between(1, ITEMS.length),
        failures: random.pick(["fail", "collect"]),
      };
    case "race":
      return {
        contenders: Array.from({ length: 2 }, () => ({ provider: "builtin", model: "recipe" })),
        nodes: inner("race"),
        pick: random.pick(["first", "human"]),
      };
  }
}
