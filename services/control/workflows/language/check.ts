import type { WorkflowDefinition, WorkflowNode } from "./definition.ts";
import { type Expression, ExpressionError } from "./expression.ts";
import { checkRules } from "./rules.ts";
import type { Issues, Path } from "./issue.ts";
import { type OrderedNode, placeNodes } from "./order.ts";
import { checkReferences, type ExpressionPlace } from "./references.ts";
import { NEVER_TAINTED, readsTainted, taintedNodes } from "./taint.ts";
import { parseTemplate } from "./text.ts";
import { collect, type ComputedText, computedTexts, innerIds, ownNames } from "./texts.ts";

type Parse = (text: string) => Expression;

/** Checks what a definition means: order, expressions, what they read, and the rules of each kind. */
export function checkDefinition(definition: WorkflowDefinition, parse: Parse, issues: Issues): void {
  const nodes = placeNodes(definition, issues);
  if (issues.errors.some(({ rule }) => rule === "duplicate_id" || rule === "circle")) return;
  const tainted = taintedNodes(definition.nodes, parse);
  for (const placed of nodes.values()) checkNode(placed, definition, nodes, tainted, parse, issues);
  checkRules(definition, nodes, parse, issues);
  checkOutputs(definition, nodes, parse, issues);
}

function checkNode(
  { node, path, upstream }: OrderedNode,
  definition: WorkflowDefinition,
  nodes: ReadonlyMap<string, OrderedNode>,
  tainted: ReadonlySet<string>,
  parse: Parse,
  issues: Issues,
): void {
  const names = ownNames(around(nodes, node));
  const place = (each: Path): ExpressionPlace => ({
    path: [...path, ...each],
    offset: 0,
    upstream,
    names,
    reader: node.id,
  });
  for (const computed of computedTexts(node)) {
    for (const { expression, at } of parseComputed(computed, place(computed.path), parse, issues)) {
      checkReferences(expression, at, definition, nodes, issues);
      if (NEVER_TAINTED.has(computed.field) && readsTainted(expression, (id) => tainted.has(id))) {
        const message = `"${computed.field}" would be computed from untrusted content.`;
        issues.error(at.path, "tainted", message, { offset: at.offset });
      }
    }
  }
  if (node.kind === "loop") checkUntil(node, path, upstream, definition, nodes, parse, issues);
}

/** After an iteration all nodes of the loop have ended. */
function checkUntil(
  node: Extract<WorkflowNode, { kind: "loop" }>,
  path: Path,
  upstream: ReadonlySet<string>,
  definition: WorkflowDefinition,
  nodes: ReadonlyMap<string, OrderedNode>,
  parse: Parse,
  issues: Issues,
): void {
  const place: ExpressionPlace = {
    path: [...path, "with", "until"],
    offset: 0,
    upstream: new Set([...upstream, ...innerIds(node)]),
    names: new Set([...ownNames(around(nodes, node)), "iteration"]),
    reader: null,
  };
  const computed: ComputedText = { path: [], text: node.with.until, bare: true, field: "until" };
  for (const { expression, at } of parseComputed(computed, place, parse, issues)) {
    checkReferences(expression, at, definition, nodes, issues);
  }
}

function checkOutputs(
  definition: WorkflowDefinition,
  nodes: ReadonlyMap<string, OrderedNode>,
  parse: Parse,
  issues: Issues,
): void {
  const found: ComputedText[] = [];
  collect(definition.outputs ?? {}, ["outputs"], "outputs", found);
  const upstream = new Set(definition.nodes.map(({ id }) => id));
  for (const computed of found) {
    const place: ExpressionPlace = {
      path: computed.path,
      offset: 0,
      upstream,
      names: new Set(),
      reader: null,
    };
    for (const { expression, at } of parseComputed(computed, place, parse, issues)) {
      checkReferences(expression, at, definition, nodes, issues);
    }
  }
}

/** Returns the expressions of a text with their places; reports those that cannot be parsed. */
function parseComputed(
  { text, bare, field }: ComputedText,
  place: ExpressionPlace,
  parse: Parse,
  issues: Issues,
): { expression: Expression; at: ExpressionPlace }[] {
  try {
    if (!bare) {
      return parseTemplate(text, parse).parts.flatMap((part) =>
        typeof part === "string"
          ? []
          : [{ expression: part.expression, at: { ...place, offset: part.offset } }]
      );
    }
    const expression = parse(text);
    const wanted = field === "items" ? "list" : "bool";
    const fits = expression.type === "dyn" || expression.type.startsWith(wanted);
    if (!fits) {
      const message = `"${field}" is of type ${expression.type}, but must be of type ${wanted}.`;
      issues.error(place.path, "type", message);
    }
    return [{ expression, at: place }];
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    const fix = bare && text.includes("${{") ? "This is a bare expression. Leave out ${{ and }}." : "";
    issues.error(place.path, "expression", cause.message, { offset: cause.offset, ...(fix && { fix }) });
    return [];
  }
}

/** Returns the nodes that contain a node. */
function around(nodes: ReadonlyMap<string, OrderedNode>, node: WorkflowNode): WorkflowNode[] {
  const parent = nodes.get(node.id)?.parent;
  return parent ? [parent, ...around(nodes, parent)] : [];
}
