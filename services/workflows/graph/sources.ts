import type { Definition } from "../language/definition.ts";
import { nodeAt } from "./places.ts";

/** Returns whether a path has been executed and has files: its task session is completed. */
export type HasFiles = (path: string) => boolean;

/**
 * Returns the executions whose files a node starts from: its dependencies. One without files, skipped or failed, is
 * replaced by its own dependencies; the first nodes of a loop start from the previous iteration.
 */
export function sourcesOf(
  definition: Definition,
  path: string,
  dependsOn: readonly string[],
  hasFiles: HasFiles,
): string[] {
  const found = dependsOn.flatMap((before) =>
    hasFiles(before) ? [before] : sourcesOf(definition, before, dependenciesAt(definition, before), hasFiles)
  );
  return [...new Set(found.length > 0 || dependsOn.length > 0 ? found : around(definition, path, hasFiles))];
}

/** Returns the executions whose files make up the result of all nodes at the top. */
export const resultsOf = (definition: Definition, hasFiles: HasFiles): string[] =>
  sourcesOf(definition, "", definition.nodes.map(({ id }) => id), hasFiles);

/** Returns what the container of a node starts from, or the result of its previous iteration. */
function around(definition: Definition, path: string, hasFiles: HasFiles): string[] {
  const within = /^(.+?)(?:\[(\d+)\])?$/.exec(path.slice(0, Math.max(0, path.lastIndexOf("."))));
  if (!within) return [];
  const [, container = "", number = ""] = within;
  const node = nodeAt(definition, container);
  if (node?.kind === "loop" && Number(number) > 1) {
    const before = `${container}[${Number(number) - 1}]`;
    const paths = node.with.nodes.map(({ id }) => `${before}.${id}`);
    return sourcesOf(definition, `${before}.${node.with.nodes[0]!.id}`, paths, hasFiles);
  }
  return sourcesOf(definition, container, dependenciesAt(definition, container), hasFiles);
}

function dependenciesAt(definition: Definition, path: string): string[] {
  const prefix = path.slice(0, path.lastIndexOf(".") + 1);
  return nodeAt(definition, path)?.dependsOn.map((id) => prefix + id) ?? [];
}
