import type { Random } from "../../load/random.ts";
import { type History, type NameChange, type NodeId, type Operation } from "./history.ts";

/**
 * What a file system promises about what was not synced. `ordered`: names change in their order, as the journals of ext4 and
 * XFS have it. `strict`: POSIX alone, a name is durable when its directory was synced. `dropped`: as `ordered`, and no data
 * that was not synced is written.
 */
export const MODELS = ["ordered", "strict", "dropped"] as const;
export type Model = (typeof MODELS)[number];

/** How much of the data that was not synced is on disk: nothing, a part up to a torn end, or any of its pages. */
export const LOSSES = ["whole", "part", "reordered"] as const;
export type Loss = (typeof LOSSES)[number];

/** What is on disk after a cut. */
export type Survival = {
  readonly loss: Loss;
  readonly names: readonly NameChange[];
  /** Modes that were set; the last one of a node counts. */
  readonly modes: ReadonlyMap<NodeId, number>;
  /** Operations before this index are on disk whatever their files' syncs. */
  readonly settled: number;
  /** No file is longer than the operations before this index made it. */
  readonly journal: number;
};

const LOSSES_OF: Readonly<Record<Model, readonly [Loss, ...Loss[]]>> = {
  ordered: ["part", "reordered"],
  strict: LOSSES,
  dropped: ["whole"],
};

/** Both file systems write what is older by themselves. */
const WRITTEN_AFTER_MILLISECONDS = 30_000;

/** Decides what is left of the operations before `cut`. */
export function survive({ operations }: History, cut: number, model: Model, random: Random): Survival {
  const done = operations.slice(0, cut);
  const loss = random.pick(LOSSES_OF[model]);
  if (model === "strict") {
    return { loss, names: strictNames(done, loss, random), modes: modesOf(done), settled: 0, journal: cut };
  }
  const now = done.at(-1)?.at ?? 0;
  const settled = done.findLastIndex(({ at }) => at < now - WRITTEN_AFTER_MILLISECONDS) + 1;
  const synced = done.findLastIndex(({ kind }) => kind === "sync") + 1;
  const journal = random.between(Math.max(settled, synced), cut);
  const committed = done.slice(0, journal);
  const names = committed.flatMap((operation) => operation.kind === "names" ? operation.changes : []);
  return { loss, names, modes: modesOf(committed), settled, journal };
}

const modesOf = (operations: readonly Operation[]): Map<NodeId, number> =>
  new Map(operations.flatMap((one) => one.kind === "mode" ? [[one.node, one.mode] as const] : []));

/** Changes of a directory are on disk once it was synced after them; of the others, those which `loss` leaves. */
function strictNames(done: readonly Operation[], loss: Loss, random: Random): NameChange[] {
  const synced = lastSyncs(done);
  const everything = synced.get(null) ?? -1;
  const full = new Set<NodeId>();
  const lost = new Set<string>();
  const key = ({ directory, name }: NameChange) => `${directory}/${name}`;
  return done.flatMap((operation, index) => {
    if (operation.kind !== "names") return [];
    const kept = operation.changes.filter((change) => {
      const { directory } = change;
      if (index < Math.max(everything, synced.get(directory) ?? -1)) return true;
      if (loss === "whole" || full.has(directory) || lost.has(key(change))) return false;
      if (random.next() < 0.5) return true;
      if (loss === "part") full.add(directory);
      return false;
    });
    // A file that is renamed is at its old name until it is at the new one: the first change is the new name.
    const left = operation.changes.length > 1 && !kept.includes(operation.changes[0]!) ? [] : kept;
    for (const change of operation.changes) if (!left.includes(change)) lost.add(key(change));
    return left;
  });
}

/** Returns the index of the last sync of each node, and of everything under null. */
export function lastSyncs(operations: readonly Operation[]): Map<NodeId | null, number> {
  const last = new Map<NodeId | null, number>();
  for (const [index, operation] of operations.entries()) {
    if (operation.kind === "sync") last.set(operation.node, index);
  }
  return last;
}
