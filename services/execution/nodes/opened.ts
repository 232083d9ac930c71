import type { runEvents } from "../../../store/runs/events.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { innermost, nodeAt, type NodeRecords } from "../../control/workflows/graph/mod.ts";
import type { LoadedWorkflow } from "./loaded.ts";

type Opened = NewEvent<typeof runEvents>;

/**
 * Returns what begins with a node that was never begun before: by the first node within them, the iterations of loops and the items
 * of fan-outs around it; by the node itself, a fan-out without items. `made` has the paths that were begun before.
 */
export function openedBy(
  { definition }: LoadedWorkflow,
  records: NodeRecords,
  path: string,
  made: ReadonlySet<string>,
): Opened[] {
  if (made.has(path)) return [];
  const isFirst = (prefix: string) => made.keys().every((each) => !each.startsWith(prefix));
  const itemsOf = (container: string): Opened[] => {
    const items = records.get(container)?.items?.length;
    if (items === undefined || !isFirst(`${container}[`)) return [];
    return [{ type: "workflow.items_resolved", data: { path: container, items } }];
  };
  const around = [...path.matchAll(/\[\d+\](?=\.)/g)].flatMap(({ 0: number, index }): Opened[] => {
    const container = path.slice(0, index);
    const kind = nodeAt(definition, container)?.kind;
    if (kind === "fan_out") return itemsOf(container);
    if (kind !== "loop" || !isFirst(`${container}${number}.`)) return [];
    return [{ type: "workflow.loop_iterated", data: { path: container, iteration: innermost(number) } }];
  });
  return nodeAt(definition, path)?.kind === "fan_out" ? [...around, ...itemsOf(path)] : around;
}
