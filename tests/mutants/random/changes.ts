import { parse } from "@babel/parser";
import { type Node, type TraversalAncestors, traverse } from "@babel/types";

/** The kinds of change that a mutant makes. */
export const KINDS = [
  "condition negated",
  "boundary moved",
  "return replaced",
  "statement removed",
  "operand dropped",
  "constant changed",
] as const;

/** What is done to a line of code. */
export type Kind = typeof KINDS[number];

/** One change of a source: what stands from `start` to `end` becomes `instead`. */
export type Change = { kind: Kind; start: number; end: number; instead: string };

/** A source, read: what can be changed in it, and its blocks. */
export type Read = { changes: Change[]; blocks: Block[] };

/** A part of a source that is executed as a whole: a block, or the expression that an arrow function returns. */
export type Block = { start: number; end: number; isExpression: boolean };

type Found = Omit<Change, "start" | "end"> & { at?: { start: number; end: number } };

const BOUNDARIES: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
]);
/** Types have no behavior; these wrap an expression. */
const TYPE = /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/;
/** Names of files and words that people read: that they changed breaks no rule. */
const IMPORT = /^(?:Import|Export(?:All|Named)Declaration)/;
const REMOVABLE = new Set(["ExpressionStatement", "ThrowStatement", "ContinueStatement", "BreakStatement"]);

/** Reads a source with a parser. Throws with what is wrong in it. */
export function readSource(text: string): Read {
  const read: Read = { changes: [], blocks: [] };
  traverse(parse(text, { sourceType: "module", plugins: ["typescript"] }), (node, ancestors) => {
    if (isNotRun(node, ancestors)) return;
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    const parent = ancestors.at(-1)?.node;
    const isExpression = parent?.type === "ArrowFunctionExpression" && ancestors.at(-1)!.key === "body" &&
      node.type !== "BlockStatement";
    if (isExpression || node.type === "BlockStatement") read.blocks.push({ start, end, isExpression });
    for (const { at, kind, instead } of foundIn(node, ancestors, text)) {
      read.changes.push({ kind, instead, ...(at ?? { start, end }) });
    }
    if (isExpression) read.changes.push(...returned(node, text));
  });
  return read;
}

/** Returns a source with a change in it. */
export const changed = (text: string, { start, end, instead }: Change): string =>
  text.slice(0, start) + instead + text.slice(end);

/**
 * Returns a source with changes that do not overlap, each of which has an effect only while `globalThis.mutant` is its number: one
 * process can try one after the other.
 */
export function switched(text: string, changes: readonly (Change & { number: number })[]): string {
  let [result, at] = ["", 0];
  for (const { kind, start, end, instead, number } of changes.toSorted((a, b) => a.start - b.start)) {
    const real = text.slice(start, end);
    const isOn = `globalThis.mutant === ${number}`;
    result += text.slice(at, start) +
      (kind === "statement removed"
        ? `{ if (!(${isOn})) { ${real} } }`
        : `(${isOn} ? (${instead}) : (${real}))`);
    at = end;
  }
  return result + text.slice(at);
}

const isNotRun = (node: Node, ancestors: TraversalAncestors): boolean =>
  [node, ...ancestors.map(({ node }) => node)].some(({ type }) => TYPE.test(type)) ||
  ancestors.some(({ node: { type }, key }) => IMPORT.test(type) && key === "source");

/** Returns whether a text can be read as a source. */
export function isSource(text: string): boolean {
  try {
    parse(text, { sourceType: "module", plugins: ["typescript"] });
    return true;
  } catch {
    return false;
  }
}

const textOf = (node: Node, text: string): string => text.slice(node.start ?? 0, node.end ?? 0);

/** What a node can become. */
function foundIn(node: Node, ancestors: TraversalAncestors, text: string): Found[] {
  if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
    const { test } = node;
    const negated: Found = {
      kind: "condition negated",
      instead: `!(${textOf(test, text)})`,
      at: { start: test.start ?? 0, end: test.end ?? 0 },
    };
    const isGuard = node.type === "IfStatement" && !node.alternate;
    return isGuard ? [negated, { kind: "statement removed", instead: "{}" }] : [negated];
  }
  if (node.type === "BinaryExpression") {
    const instead = BOUNDARIES.get(node.operator);
    if (instead === undefined) return [];
    const [left, right] = [textOf(node.left, text), textOf(node.right, text)];
    return [{ kind: "boundary moved", instead: `(${left}) ${instead} (${right})` }];
  }
  if (node.type === "LogicalExpression" && node.operator !== "??") {
    return [node.left, node.right].map((kept) => ({
      kind: "operand dropped",
      instead: `(${textOf(kept, text)})`,
    }));
  }
  if (node.type === "ReturnStatement" && node.argument) return returned(node.argument, text);
  if (REMOVABLE.has(node.type)) return [{ kind: "statement removed", instead: "{}" }];
  return constant(node, ancestors);
}

/** A value that is returned becomes its opposite, an empty one, or nothing. */
function returned(value: Node, text: string): (Change & { at: { start: number; end: number } })[] {
  const at = { start: value.start ?? 0, end: value.end ?? 0 };
  const all = (instead: string[]) =>
    instead.map((each) => ({ kind: "return replaced" as const, instead: each, ...at, at }));
  switch (value.type) {
    case "BooleanLiteral":
      return all([String(!value.value)]);
    case "NullLiteral":
      return []; // what else there could be is not known
    case "ArrayExpression":
      return value.elements.length > 0 ? all(["[]"]) : [];
    case "StringLiteral":
    case "TemplateLiteral":
      return all([`""`]);
    case "UnaryExpression":
    case "BinaryExpression":
    case "LogicalExpression":
      return all([`!(${textOf(value, text)})`]);
    default:
      return all(["undefined", "null"]);
  }
}

/** A number, a truth or a short word becomes another. */
function constant(node: Node, ancestors: TraversalAncestors): Found[] {
  const parent = ancestors.at(-1);
  if (parent?.key === "key") return [];
  if (node.type === "NumericLiteral") {
    return [{ kind: "constant changed", instead: String(node.value + 1) }];
  }
  if (node.type === "BooleanLiteral" && parent?.node.type !== "ReturnStatement") {
    return [{ kind: "constant changed", instead: String(!node.value) }];
  }
  const isWord = node.type === "StringLiteral" && node.value !== "" && !/\s/.test(node.value);
  return isWord && parent?.node.type !== "ReturnStatement"
    ? [{ kind: "constant changed", instead: `""` }]
    : [];
}
