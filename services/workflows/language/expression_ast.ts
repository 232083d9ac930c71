import type { ASTNode } from "@marcbachmann/cel-js";

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
export type Reading = {
  references: Reference[];
  /** A comparison of something that is read with a literal text. */
  literalComparisons: Reference[];
  comprehends: boolean;
  splits: boolean;
  nodes: number;
  longestText: number;
  longestList: number;
};

/** Why an expression is refused, and where. */
export class Refused extends Error {
  constructor(message: string, readonly start: number) {
    super(message);
  }
}

/** Reads an expression's tree. Throws `Refused` for what the language does not include. */
export function readTree(tree: ASTNode): Reading {
  const reading: Reading = {
    references: [],
    literalComparisons: [],
    comprehends: false,
    splits: false,
    nodes: 0,
    longestText: 0,
    longestList: 0,
  };
  visit(tree, { reading, bound: new Set(), guarded: false, within: false });
  return reading;
}

type Place = { reading: Reading; bound: ReadonlySet<string>; guarded: boolean; within: boolean };

function visit(node: ASTNode, place: Place): void {
  const { reading } = place;
  reading.nodes++;
  const chain = chainOf(node, place.bound);
  if (chain) {
    reading.references.push({ names: chain, start: node.start, guarded: place.guarded });
    return;
  }
  switch (node.op) {
    case "id":
      return;
    case "value":
      if (typeof node.args === "string") {
        reading.longestText = Math.max(reading.longestText, node.args.length);
      }
      return;
    case "call":
      return call(node.args[0], node.args[1], null, node, place);
    case "rcall":
      return call(node.args[0], node.args[2], node.args[1], node, place);
    case "list":
      reading.longestList = Math.max(reading.longestList, node.args.length);
      break;
    case "==":
    case "!=":
      compare(node.args, place);
      break;
  }
  for (const child of childrenOf(node.args)) visit(child, place);
}

function call(
  name: string,
  args: readonly ASTNode[],
  receiver: ASTNode | null,
  node: ASTNode,
  place: Place,
): void {
  const { reading } = place;
  const comprehension = receiver !== null && COMPREHENSIONS.has(name);
  if (!comprehension && !FUNCTIONS.has(name)) {
    const known = [...FUNCTIONS, ...COMPREHENSIONS].sort().join(", ");
    throw new Refused(
      `The function "${name}" is not part of the language. The functions are: ${known}.`,
      node.start,
    );
  }
  if (name === "split") reading.splits = true;
  if (receiver) visit(receiver, place);
  if (!comprehension) {
    for (const each of args) visit(each, { ...place, guarded: place.guarded || name === "has" });
    return;
  }
  if (place.within) {
    throw new Refused(`"${name}" is inside another list function, which is not allowed.`, node.start);
  }
  reading.comprehends = true;
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

function childrenOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return typeof args === "object" && args !== null && "op" in args ? [args as ASTNode] : [];
}
