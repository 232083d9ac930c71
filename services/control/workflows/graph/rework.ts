import type { WorkflowDefinition } from "../language/definition.ts";
import { followersOf, reachedFrom } from "../language/siblings.ts";
import { besides } from "./places.ts";
import type { NodeRecords } from "./records.ts";

/** Returns the paths that rework repeats: the named node, what follows it, and everything within those. */
export function pathsToRework(
  definition: WorkflowDefinition,
  approvalPath: string,
  from: string,
  records: NodeRecords,
): string[] {
  const prefix = approvalPath.slice(0, approvalPath.lastIndexOf(".") + 1);
  const again = reachedFrom([from], followersOf(besides(definition, approvalPath)));
  return [...records.keys()].filter((path) =>
    path.startsWith(prefix) && again.has(/^[a-z0-9_]+/.exec(path.slice(prefix.length))?.[0] ?? "")
  );
}

/** Returns the path of a node without the numbers of iterations and items. */
export const plainPath = (path: string): string => path.replaceAll(/\[\d+\]/g, "");

/** Returns the number of the innermost iteration or item of a path, from 1; 0 for a node at the top. */
export const innermost = (path: string): number =>
  Number(path.slice(path.lastIndexOf("[") + 1).match(/^\d+(?=\])/)?.[0] ?? 0);
