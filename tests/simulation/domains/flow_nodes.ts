import type { Random } from "../../recovery/load/random.ts";

/** A node of a random workflow. Those within it are in `with`. */
export type FlowNode = {
  id: string;
  kind: "prompt" | "notify" | "wait" | "approval" | "loop" | "fan_out";
  dependsOn: string[];
  join: "all_success" | "one_success" | "all_done";
  onError: "fail" | "continue";
  with: Record<string, unknown> & { nodes?: FlowNode[] };
};

/** The items over which nodes fan out. */
export const ITEMS = ["a", "b"] as const;
/** How often a loop repeats its nodes. */
export const ITERATIONS = 2;

/** The kinds of nodes at a place. In a loop, a file would be there the second time. */
const KINDS = {
  workflow: ["prompt", "prompt", "notify", "wait", "approval", "approval", "loop", "fan_out"],
  loop: ["notify", "wait", "approval"],
  fan_out: ["prompt", "notify", "wait", "approval"],
} as const;
type Place = keyof typeof KINDS;

const MAX_NODES = 6;
const MAX_INNER_NODES = 2;

/** Nodes that begin after some of those before them, with nodes within nodes. */
export const randomNodes = (random: Random): FlowNode[] =>
  nodesOf(random, "n", random.between(2, MAX_NODES), "workflow");

function nodesOf(random: Random, prefix: string, count: number, within: Place): FlowNode[] {
  const nodes: FlowNode[] = [];
  for (let at = 0; at < count; at++) {
    const id = `${prefix}${at}`;
    const kind = random.pick(KINDS[within]);
    nodes.push({
      id,
      kind,
      dependsOn: nodes.map((node) => node.id).filter(() => random.next() < 0.4),
      join: random.pick(["all_success", "all_success", "one_success", "all_done"]),
      onError: random.next() < 0.3 ? "continue" : "fail",
      with: contentOf(random, id, kind, within),
    });
  }
  return nodes;
}

function contentOf(
  random: Random,
  id: string,
  kind: FlowNode["kind"],
  within: Place,
): FlowNode["with"] {
  const name = `${id}${within === "fan_out" ? "${{ item }}" : ""}`;
  switch (kind) {
    case "prompt":
      return {
        content: `create sim/\${{ inputs.mark }}${name}.txt with "\${{ inputs.mark }}"`,
        worker: { provider: "builtin", model: "recipe" },
      };
    case "notify":
      return { title: `\${{ inputs.mark }} ${name}`, content: "It is done." };
    case "wait":
      return { for: `PT${random.pick([1, 10, 90, 600])}M` };
    case "approval":
      return { title: "Go on?", onReject: random.pick(["fail", "skip"]) };
    case "loop":
      return {
        nodes: nodesOf(random, `${id}_`, random.between(1, MAX_INNER_NODES), "loop"),
        until: `iteration.number >= ${ITERATIONS}`,
        max: ITERATIONS + 1,
      };
    case "fan_out":
      return {
        nodes: nodesOf(random, `${id}_`, random.between(1, MAX_INNER_NODES), "fan_out"),
        items: "inputs.items",
        maxParallel: random.between(1, ITEMS.length),
        failures: random.pick(["fail", "collect"]),
      };
  }
}
