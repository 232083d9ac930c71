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
