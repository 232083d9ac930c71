import { didYouMean } from "./closest.ts";
import type { WorkflowDefinition } from "./definition.ts";
import type { Expression } from "./expression.ts";
import type { Reference } from "./expression_ast.ts";
import { isModelText, outputFields } from "./fields.ts";
import type { Issues, Path } from "./issue.ts";
import { mayLackOutput, type OrderedNode, runsWithout } from "./order.ts";

/** The place of an expression, and what it may read there. */
export type ExpressionPlace = {
  path: Path;
  /** Characters before the expression within its text. */
  offset: number;
  /** The nodes that have ended before it is computed. */
  upstream: ReadonlySet<string>;
  /** Names besides those that are known everywhere. */
  names: ReadonlySet<string>;
  /** The node that it belongs to; null for the outputs of the workflow. */
  reader: string | null;
};

const ROOTS = ["inputs", "nodes", "trigger", "run"] as const;
/** The fields of the run and of its trigger. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  run: ["id", "repoPath", "attempt", "round"],
  trigger: ["kind", "body", "event", "dueAt", "automationId"],
  iteration: ["number", "last"],
};

/** Checks everything that an expression reads. */
export function checkReferences(
  expression: Expression,
  place: ExpressionPlace,
  definition: WorkflowDefinition,
  nodes: ReadonlyMap<string, OrderedNode>,
  issues: Issues,
): void {
  const { reading } = expression;
  for (const reference of reading.references) checkOne(reference, place, definition, nodes, issues);
  for (const { names, start } of reading.literalComparisons) {
    const node = names[0] === "nodes" ? nodes.get(names[1] ?? "")?.node : undefined;
    if (!node || !isModelText(node, names[2])) continue;
    issues.error(
      place.path,
      "model_text",
      `The complete answer of the model in "${node.id}" is compared with a literal text.`,
      {
        offset: place.offset + start,
        fix: `Give "${node.id}" an outputSchema and compare a field of it.`,
      },
    );
  }
}

function checkOne(
  { names: [root = "", ...rest], start, guarded }: Reference,
  place: ExpressionPlace,
  definition: WorkflowDefinition,
  nodes: ReadonlyMap<string, OrderedNode>,
  issues: Issues,
): void {
  const at = { offset: place.offset + start };
  const known = [...ROOTS, ...place.names];
  if (!known.includes(root)) {
    const fix = didYouMean(root, known) || `Defined here: ${known.join(", ")}.`;
    return issues.error(place.path, "unknown_name", `"${root}" is not defined here.`, { ...at, fix });
  }
  if (root === "nodes") return checkNode(rest, guarded, place, at, nodes, issues);
  const fields = root === "inputs" ? inputNames(definition) : FIELDS[root];
  const [field] = rest;
  if (field === undefined || !fields || fields.includes(field)) return;
  const fix = didYouMean(field, fields) || (fields.length > 0 ? `Its fields are: ${fields.join(", ")}.` : "");
  issues.error(place.path, "unknown_field", `"${root}" has no "${field}".`, { ...at, ...(fix && { fix }) });
}

/** Returns the inputs that a workflow declares; undefined if its schema allows others. */
function inputNames({ inputs }: WorkflowDefinition): string[] | undefined {
  if (!inputs) return [];
  return Object.keys(inputs.properties ?? {});
}

function checkNode(
  [id, field]: readonly string[],
  guarded: boolean,
  { path, upstream, reader }: ExpressionPlace,
  at: { offset: number },
  nodes: ReadonlyMap<string, OrderedNode>,
  issues: Issues,
): void {
  if (id === undefined) {
    return issues.error(path, "unknown_node", 'Name a node after "nodes".', at);
  }
  const found = nodes.get(id);
  if (!found || !upstream.has(id)) {
    const fix = found && reader !== null
      ? `Let "${reader}" depend on "${id}", or on the node that contains "${id}".`
      : didYouMean(id, [...upstream]);
    const message = found
      ? `The node "${id}" has not ended when this is computed.`
      : `There is no node "${id}".`;
    return issues.error(path, "unknown_node", message, { ...at, ...(fix && { fix }) });
  }
  const fields = outputFields(found.node);
  if (field !== undefined && fields && !fields.includes(field)) {
    const fix = didYouMean(field, fields) || `Its output has: ${fields.join(", ") || "items only"}.`;
    issues.error(path, "unknown_field", `The output of "${id}" has no "${field}".`, { ...at, fix });
  }
  if (guarded || (reader === null ? !mayBeSkipped(nodes, found) : !runsWithout(nodes, reader, id))) return;
  issues.warn(path, "unguarded", `"${id}" may have no output when this is computed, which fails the node.`, {
    ...at,
    fix: `Check has(nodes.${id}${field === undefined ? "" : `.${field}`}) first.`,
  });
}

/** Returns whether a node may end without an output in a run that completes. */
function mayBeSkipped(nodes: ReadonlyMap<string, OrderedNode>, { node, upstream }: OrderedNode): boolean {
  const cases = casesIn(nodes);
  const conditional = (id: string): boolean => {
    const other = nodes.get(id)!.node;
    return other.when !== undefined || mayLackOutput(other) || cases.has(id);
  };
  return conditional(node.id) || [...upstream].some(conditional);
}

const known = new WeakMap<ReadonlyMap<string, OrderedNode>, ReadonlySet<string>>();

/** Returns the nodes that run only if a branch takes their case. */
function casesIn(nodes: ReadonlyMap<string, OrderedNode>): ReadonlySet<string> {
  const before = known.get(nodes);
  if (before) return before;
  const found = new Set(
    [...nodes.values()].flatMap(({ node }) =>
      node.kind === "branch" ? [...node.with.cases.map(({ id }) => id), node.with.default ?? ""] : []
    ),
  );
  known.set(nodes, found);
  return found;
}
