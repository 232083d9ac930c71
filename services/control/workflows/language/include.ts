import { didYouMean } from "./closest.ts";
import { allNodes, heldNodes, innerNodes, type WorkflowDefinition, type WorkflowNode } from "./definition.ts";
import type { Issues, Path } from "./issue.ts";

/** How deep workflows may include one another. */
const MAX_DEPTH = 4;
/** How many nodes a definition may have with all that it includes. */
const MAX_NODES = 200;

/** One version of a saved workflow, with its text and its meaning. */
type LibraryVersion = {
  workflowId: string;
  version: number;
  sha256: string;
  size: number;
  name: string;
  definition: WorkflowDefinition;
  /** What it includes itself. */
  includes: readonly LibraryVersion[];
};

/** The saved workflows that a definition may name. */
export type Library = {
  /** Returns the named version, else the active one or the newest; or why there is none. */
  find: (
    workflowId: string,
    version: number | undefined,
  ) => { version: number } | { fault: string; known: string[] };
  /** Reads it together with what it includes; `chain` says what includes it. */
  read: (
    workflowId: string,
    version: number,
    chain: readonly string[],
  ) => Promise<LibraryVersion | { fault: string }>;
  /** Returns whether the outputs of a version may have content from outside. */
  isOutside: (workflowId: string, version: number) => Promise<boolean>;
};

/** The result of looking up the workflows that a definition names. */
export type Inclusions = {
  /** Versions that the text leaves open, each with the place of its id. */
  pins: { after: Path; version: number }[];
  /** What is a part of the definition, including what that includes in turn; each once. */
  versions: LibraryVersion[];
};

/**
 * Looks up the workflows that a definition names and puts inline ones into their nodes. `chain` contains the ids of the
 * surrounding workflows, outermost first and its own last.
 */
export async function includeWorkflows(
  { nodes }: WorkflowDefinition,
  library: Library,
  chain: readonly string[],
  issues: Issues,
): Promise<Inclusions> {
  const found: Inclusions = { pins: [], versions: [] };
  await includeIn(nodes, ["nodes"], { library, chain, issues, found, count: allNodes(nodes).length });
  return found;
}

type Looking = {
  library: Library;
  chain: readonly string[];
  issues: Issues;
  found: Inclusions;
  count: number;
};

async function includeIn(nodes: readonly WorkflowNode[], path: Path, looking: Looking): Promise<void> {
  for (const [at, node] of nodes.entries()) {
    if (node.kind === "workflow") await includeOne(node, [...path, at, "with"], looking);
    await includeIn(innerNodes(node), [...path, at, "with", "nodes"], looking);
  }
}

async function includeOne(
  node: Extract<WorkflowNode, { kind: "workflow" }>,
  path: Path,
  looking: Looking,
): Promise<void> {
  const { library, chain, issues, found } = looking;
  const { workflowId, version: named, mode } = node.with;
  const looked = library.find(workflowId, named);
  const place = [...path, "workflowId"];
  if ("fault" in looked) {
    const fix = didYouMean(workflowId, looked.known);
    return issues.error(place, "unknown_workflow", looked.fault, fix ? { fix } : {});
  }
  const { version } = looked;
  if (named === undefined) found.pins.push({ after: place, version });
  if (mode === "run") {
    if (await library.isOutside(workflowId, version)) node.outside = true;
    return;
  }
  if (chain.includes(workflowId)) {
    return issues.error(place, "circle", `"${workflowId}" would include itself.`);
  }
  if (chain.length > MAX_DEPTH) {
    return issues.error(
      place,
      "nesting",
      `Workflows can include one another at most ${MAX_DEPTH} levels deep.`,
    );
  }
  // What is read next has its own limit, so no chain of inclusions can grow without one.
  if (looking.count > MAX_NODES) return;
  const read = await library.read(workflowId, version, [...chain, workflowId]);
  if ("fault" in read) return issues.error(place, "unknown_workflow", read.fault);
  looking.count += countNodes(read.definition.nodes);
  if (looking.count > MAX_NODES) {
    const message = `With what it includes, a definition has at most ${MAX_NODES} nodes.`;
    return issues.error(place, "limit", message);
  }
  node.included = read.definition;
  for (const each of [read, ...read.includes]) {
    if (!found.versions.some(({ sha256 }) => sha256 === each.sha256)) found.versions.push(each);
  }
  checkInputNames(node.with.inputs ?? {}, read, [...path, "inputs"], issues);
}

/** Returns how many nodes there are, with those of included workflows. */
const countNodes = (nodes: readonly WorkflowNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + countNodes(heldNodes(node)), 0);

function checkInputNames(
  values: Readonly<Record<string, unknown>>,
  { name, definition: { inputs } }: LibraryVersion,
  path: Path,
  issues: Issues,
): void {
  const known = Object.keys(inputs?.properties ?? {});
  for (const input of Object.keys(values)) {
    if (known.includes(input)) continue;
    const fix = didYouMean(input, known) || (known.length > 0 ? `Its inputs are: ${known.join(", ")}.` : "");
    issues.error([...path, input], "unknown_input", `"${name}" has no input "${input}".`, {
      key: true,
      ...(fix && { fix }),
    });
  }
  const required = Array.isArray(inputs?.required) ? inputs.required.map(String) : [];
  for (const input of required.filter((each) => !(each in values))) {
    issues.error(path.slice(0, -1), "missing", `"${name}" needs the input "${input}".`);
  }
}
