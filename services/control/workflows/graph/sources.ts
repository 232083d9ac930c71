import type { WorkflowDefinition } from "../language/definition.ts";
import { nodeAt } from "./places.ts";

/** Returns whether a path has been executed and has files: its task session is completed. */
type HasFiles = (path: string) => boolean;

/**
 * Returns the executions whose files a node starts from: its dependencies. One without files, skipped or failed, is
 * replaced by its own dependencies; the first nodes of a loop start from the previous iteration.
 */
export function fileSourcesOf(
  definition: WorkflowDefinition,
  path: string,
  dependsOn: readonly string[],
  hasFiles: HasFiles,
): string[] {
  const search: Search = { definition, hasFiles, found: new Set(), seen: new Set() };
  collect(search, path, dependsOn);
  return [...search.found];
}

/** Returns the executions whose files make up the result of all nodes at the top. */
export const resultsOf = (definition: WorkflowDefinition, hasFiles: HasFiles): string[] =>
  fileSourcesOf(definition, "", definition.nodes.map(({ id }) => id), hasFiles);

/** What was found, and what was looked at: each path once, however many ways lead to it. */
type Search = { definition: WorkflowDefinition; hasFiles: HasFiles; found: Set<string>; seen: Set<string> };

function collect(search: Search, path: string, dependsOn: readonly string[]): void {
  const { definition, hasFiles, found } = search;
  for (const before of dependsOn) {
    if (hasFiles(before)) found.add(before);
    else if (isNew(search, before)) collect(search, before, dependenciesAt(definition, before));
  }
  if (dependsOn.length === 0) around(search, path);
}

/** Finds what the container of a node starts from, or the result of its previous iteration. */
function around(search: Search, path: string): void {
  const within = /^(.+?)(?:\[(\d+)\])?$/.exec(path.slice(0, Math.max(0, path.lastIndexOf("."))));
  if (!within || !isNew(search, `${within[0]}.`)) return;
  const [, container = "", number = ""] = within;
  const node = nodeAt(search.definition, container);
  if (node?.kind === "loop" && Number(number) > 1) {
    const before = `${container}[${Number(number) - 1}]`;
    const paths = node.with.nodes.map(({ id }) => `${before}.${id}`);
    return collect(search, `${before}.${node.with.nodes[0]!.id}`, paths);
  }
  collect(search, container, dependenciesAt(search.definition, container));
}

function isNew({ seen }: Search, key: string): boolean {
  const isKnown = seen.has(key);
  seen.add(key);
  return !isKnown;
}

function dependenciesAt(definition: WorkflowDefinition, path: string): string[] {
  const prefix = path.slice(0, path.lastIndexOf(".") + 1);
  return nodeAt(definition, path)?.dependsOn.map((id) => prefix + id) ?? [];
}
