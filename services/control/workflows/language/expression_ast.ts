import type { ASTNode } from "@marcbachmann/cel-js";
import { partsIn } from "./parts.ts";

/** The functions that expressions may call: all of them end, and none depends on time or randomness. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  "has",
  "size",
  "contains",
  "startsWith",
  "endsWith",
  "lowerAscii",
  "upperAscii",
  "trim",
  "split",
  "join",
  "indexOf",
  "string",
  "int",
  "double",
  "bool",
]);
const COMPREHENSIONS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);

/** Something that an expression reads: a root such as `nodes`, and the names that follow it. */
export type Reference = { names: string[]; start: number; guarded: boolean };

/** What is known of an expression without evaluating it. */
export type ExpressionFacts = {
  references: Reference[];
  /** A comparison of something that is read with a literal text. */
  literalComparisons: Reference[];
};

/** Why an expression is refused, and where. */
export class RefusedExpression extends Error {
  constructor(message: string, readonly start: number) {
    super(message);
  }
}

/** Reads an expression's tree. Throws `Refused` for what the language does not include. */
export function readTree(tree: ASTNode): ExpressionFacts {
  const reading: ExpressionFacts = {
    references: [],
    literalComparisons: [],
  };
  visit(tree, { reading, bound: new Set(), guarded: false, within: false });
  return reading;
}

type Place = { reading: ExpressionFacts; bound: ReadonlySet<string>; guarded: boolean; within: boolean };

function visit(node: ASTNode, place: Place): void {
  const { reading } = place;
  const chain = chainOf(node, place.bound);
  if (chain) {
    reading.references.push({ names: chain, start: node.start, guarded: place.guarded });
    return;
  }
  switch (node.op) {
    case "id":
      return;
    case "value":
      if (node.args instanceof Uint8Array) {
        throw new RefusedExpression("The language has no bytes.", node.start);
      }
      if (node.args !== null && typeof node.args === "object") {
        throw new RefusedExpression("The language has no unsigned integers; leave out the u.", node.start);
      }
      return;
    case "map":
      requireKeys(node.args, node.start);
      break;
    case "call":
      return call(node.args[0], node.args[1], null, node, place);
    case "rcall":
      return call(node.args[0], node.args[2], node.args[1], node, place);
    case "==":
    case "!=":
      compare(node.args, place);
      break;
  }
  for (const child of partsIn(node.args)) visit(child, place);
}

/** What is written as the keys of a map is different texts, numbers or booleans. */
function requireKeys(entries: readonly (readonly [ASTNode, ASTNode])[], start: number): void {
  const seen = new Set<unknown>();
  for (const [key] of entries) {
    if (key.op !== "value") continue;
    if (key.args === null) throw new RefusedExpression("null is not a key of a map.", start);
    if (seen.has(key.args)) {
      throw new RefusedExpression(`The key ${String(key.args)} stands twice in the map.`, start);
    }
    seen.add(key.args);
  }
}

function call(
  name: string,
  args: readonly ASTNode[],
  receiver: ASTNode | null,
  node: ASTNode,
  place: Place,
): void {
  const comprehension = receiver !== null && COMPREHENSIONS.has(name);
  if (!comprehension && !FUNCTIONS.has(name)) {
    const known = [...FUNCTIONS, ...COMPREHENSIONS].sort().join(", ");
    throw new RefusedExpression(
      `The function "${name}" is not part of the language. The functions are: ${known}.`,
      node.start,
    );
  }
  if (receiver) visit(receiver, place);
  if (!comprehension) {
    for (const each of args) visit(each, { ...place, guarded: place.guarded || name === "has" });
    return;
  }
  if (place.within) {
    throw new RefusedExpression(
      `"${name}" is inside another list function, which is not allowed.`,
      node.start,
    );
  }
  const variable = args[0]?.op === "id" ? args[0].args : "";
  const bound = new Set([...place.bound, variable]);
  for (const each of args.slice(1)) visit(each, { ...place, bound, within: true });
}

function compare([left, right]: readonly [ASTNode, ASTNode], { reading, bound }: Place): void {
  for (const [one, other] of [[left, right], [right, left]] as const) {
    const names = chainOf(one, bound);
    if (names && other.op === "value" && typeof other.args === "string") {
      reading.literalComparisons.push({ names, start: one.start, guarded: false });
    }
  }
}

/** Returns the names of `a.b["c"]`, if its root is not bound by a list function; null for anything else. */
function chainOf(node: ASTNode, bound: ReadonlySet<string>): string[] | null {
  if (node.op === "id") return bound.has(node.args) ? null : [node.args];
  if (node.op === ".") {
    const before = chainOf(node.args[0], bound);
    return before && [...before, node.args[1]];
  }
  if (node.op === "[]" && node.args[1].op === "value" && typeof node.args[1].args === "string") {
    const before = chainOf(node.args[0], bound);
    return before && [...before, node.args[1].args];
  }
  return null;
}
