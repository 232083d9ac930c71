import type { Core } from "../../../ground/kernel/context.ts";
import { computeConflicts, type ComputedConflict, conflictRange } from "./list.ts";

const byPart = new WeakMap<readonly ComputedConflict[], Map<string, string[]>>();

/** Returns the ids of the conflicts of an artifact or a task in the next 14 days. */
export function conflictsOf(ctx: Pick<Core, "store" | "now">, id: string): string[] {
  const conflicts = computeConflicts(ctx, conflictRange(ctx));
  const known = byPart.get(conflicts) ??
    partsOf(conflicts, ({ artifactId, taskId }) => artifactId ?? taskId!);
  byPart.set(conflicts, known);
  return known.get(id) ?? [];
}

/** Returns the ids of conflicts by their entries. */
export function partsOf(
  conflicts: readonly ComputedConflict[],
  nameOf: (part: ComputedConflict["found"]["parts"][number]) => string,
): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, found: { parts } } of conflicts) {
    for (const part of new Set(parts.map(nameOf))) ids.set(part, [...ids.get(part) ?? [], id]);
  }
  return ids;
}
