import type { Definition } from "../language/definition.ts";
import { besides } from "./places.ts";
import type { NodeRecords } from "./records.ts";

/** Returns the paths that rework repeats: the named node, what follows it, and everything within those. */
export function pathsToRework(
  definition: Definition,
  approvalPath: string,
  from: string,
  records: NodeRecords,
): string[] {
  const prefix = approvalPath.slice(0, approvalPath.lastIndexOf(".") + 1);
  const siblings = besides(definition, approvalPath);
  const again = new Set([from]);
  for (let before = -1; before < again.size;) {
    before = again.size;
    for (const { id, dependsOn } of siblings) if (dependsOn.some((each) => again.has(each))) again.add(id);
  }
  return [...records.keys()].filter((path) =>
    path.startsWith(prefix) && again.has(/^[a-z0-9_]+/.exec(path.slice(prefix.length))?.[0] ?? "")
  );
}

/** Returns the path of a node without the numbers of iterations and items. */
export const plainPath = (path: string): string => path.replaceAll(/\[\d+\]/g, "");

/** Returns the number of the innermost iteration or item of a path, from 1; 0 for a node at the top. */
export const innermost = (path: string): number => Number(/.*\[(\d+)\]/.exec(path)?.[1] ?? 0);
