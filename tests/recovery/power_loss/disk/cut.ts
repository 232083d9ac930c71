import type { Random } from "../../load/random.ts";
import { contentAfter, sizeAfter } from "./content.ts";
import { type DataOperation, type History, isData, type NodeId } from "./history.ts";
import type { Image } from "./image.ts";
import { lose } from "./lose.ts";
import { lastSyncs, type Model, survive } from "./models.ts";
import { Names } from "./names.ts";

/** A data operation with its place in the history. */
type Placed = { readonly index: number; readonly operation: DataOperation };

/** Returns what is on the disk at `root` when the power fails before the operation `cut`. */
export function cutPower(history: History, root: string, cut: number, model: Model, random: Random): Image {
  const { loss, names: changes, modes, settled, journal } = survive(history, cut, model, random);
  const { nodes, operations } = history;
  const names = namesAfter(history, root, changes);
  const synced = lastSyncs(operations.slice(0, cut));
  const data = dataByNode(history, cut);
  return {
    names,
    mode: (node) => modes.get(node) ?? nodes[node]!.mode,
    content: (node) => {
      const all = data.get(node) ?? [];
      const durable = Math.max(settled, synced.get(null) ?? 0, synced.get(node) ?? 0);
      const [safe, unsafe] = [
        of(all, ({ index }) => index < durable),
        of(all, ({ index }) => index >= durable),
      ];
      const before = contentAfter(nodes[node]!.content, safe);
      const committed = of(all, ({ index }) => index >= durable && index < journal);
      const maxSize = Math.max(before.length, sizeAfter(before.length, committed));
      return contentAfter(before, lose({ operations: unsafe, size: before.length, maxSize }, loss, random));
    },
  };
}

/** Returns the disk as its programs saw it at the end: nothing is lost. */
export function endOf(history: History, root: string): Image {
  const { nodes, operations } = history;
  const data = dataByNode(history, operations.length);
  const modes = new Map(
    operations.flatMap((one) => one.kind === "mode" ? [[one.node, one.mode] as const] : []),
  );
  return {
    names: namesAfter(history, root, operations.flatMap((one) => one.kind === "names" ? one.changes : [])),
    mode: (node) => modes.get(node) ?? nodes[node]!.mode,
    content: (node) => contentAfter(nodes[node]!.content, of(data.get(node) ?? [], () => true)),
  };
}

const of = (all: readonly Placed[], which: (one: Placed) => boolean): DataOperation[] =>
  all.filter(which).map(({ operation }) => operation);

function namesAfter(
  { nodes, before }: History,
  root: string,
  changes: Iterable<Parameters<Names["change"]>[0]>,
) {
  const names = new Names(nodes, root);
  for (const change of before) names.change(change);
  for (const change of changes) names.change(change);
  return names;
}

function dataByNode({ operations }: History, end: number): Map<NodeId, Placed[]> {
  const data = new Map<NodeId, Placed[]>();
  for (let index = 0; index < end; index++) {
    const operation = operations[index]!;
    if (!isData(operation)) continue;
    const known = data.get(operation.node);
    if (known) known.push({ index, operation });
    else data.set(operation.node, [{ index, operation }]);
  }
  return data;
}
