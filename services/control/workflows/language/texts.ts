import { KINDS } from "../kinds/mod.ts";
import { innerNodes, type WorkflowNode } from "./definition.ts";
import type { Path } from "./issue.ts";

/** A text of a node that computes something: a bare expression, or one with `${{ … }}` in it. */
export type ComputedText = { path: Path; text: string; bare: boolean; field: string };

/** Returns what a node computes before it starts, with the place of each text relative to the node. */
export function computedTexts(node: WorkflowNode): ComputedText[] {
  const found: ComputedText[] = [];
  if (node.when !== undefined) found.push({ path: ["when"], text: node.when, bare: true, field: "when" });
  const kind = KINDS[node.kind];
  for (const [field, value] of Object.entries(node.with)) {
    if (node.kind === "loop" && field === "until") continue; // it is computed after each iteration
    if (kind.expressions?.includes(field)) {
      found.push({ path: ["with", field], text: String(value), bare: true, field });
    } else if (!kind.literal?.includes(field)) {
      collect(value, ["with", field], field, found);
    }
  }
  if (node.kind === "branch") {
    node.with.cases.forEach(({ when }, at) =>
      found.push({ path: ["with", "cases", at, "when"], text: when, bare: true, field: "cases" })
    );
  }
  return found;
}

/** Returns what is computed anywhere in a value. */
export function collect(value: unknown, path: Path, field: string, found: ComputedText[]): void {
  if (typeof value === "string") {
    if (value.includes("${{")) found.push({ path, text: value, bare: false, field });
  } else if (Array.isArray(value)) {
    value.forEach((each, at) => collect(each, [...path, at], field, found));
  } else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) collect(each, [...path, key], field, found);
  }
}

/** Returns the names that are known only within a node: `iteration`, `contender`, and a fan-out's name for its item. */
export function ownNames(around: readonly WorkflowNode[]): Set<string> {
  const names = new Set<string>();
  for (const node of around) {
    if (node.kind === "loop") names.add("iteration");
    if (node.kind === "fan_out") names.add("item").add(node.with.as);
    if (node.kind === "race") names.add("contender");
  }
  return names;
}

/** Returns the ids within a node. */
export const innerIds = (node: WorkflowNode): string[] => innerNodes(node).map(({ id }) => id);
