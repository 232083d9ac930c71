import { changedPaths } from "../patch/changes.ts";
import { rebaseTree } from "../patch/rebase.ts";
import { parentsOf } from "../patch/tree_paths.ts";
import { type Compared, diskTree } from "./disk_tree.ts";
import type { ConflictingFile, Merged, Merges } from "./merges.ts";

/** A result that waits for a decision: its patch, its paths in the working tree, and the trees that a rebase would merge. */
export interface OpenResult extends Compared {
  readonly id: string;
  readonly trees: { readonly from: string; readonly to: string };
}

/**
 * How a result would arrive: applied as it is, after a rebase without conflict, not without resolving a conflict, or not at
 * all, because everything in it is there already.
 */
export const OUTCOMES = ["clean", "rebases", "conflicts", "contained"] as const;

/** An outcome, with the files that conflict. */
export interface Judged {
  readonly outcome: typeof OUTCOMES[number];
  readonly files: readonly ConflictingFile[];
}

/** One side of a path: its mode and its blob; null where nothing is. */
export type PathSide = { readonly mode: string; readonly blob: string } | null;

/** What a result leaves in the working tree, for those that come after it. */
export interface ResultEffect {
  readonly now: Judged | null;
  /** The paths that it changes; null if it cannot be applied, or if that is not known. */
  readonly changes: ReadonlyMap<string, PathSide> | null;
  /** The directories of what it writes. */
  readonly directories: ReadonlySet<string>;
}

/** What is the same for all results of one repository. */
export class Ground {
  #disk: Promise<string> | undefined;
  readonly #after = new Map<string, string>();

  constructor(readonly merges: Merges, readonly results: readonly OpenResult[]) {}

  /** Returns the tree of the working tree as it is now. Throws what `git` throws. */
  disk = (): Promise<string> => this.#disk ??= diskTree(this.merges.control, this.results);

  /** Returns how a result would arrive on top of a tree; null when no more merges are allowed. Throws what `git` throws. */
  async rebased({ trees }: OpenResult, onto: string): Promise<Judged & { tree?: string } | null> {
    const merged: Merged | null = await this.merges.merge({ ...trees, onto });
    if (merged === null) return null;
    if ("conflicts" in merged) return { outcome: "conflicts", files: merged.conflicts };
    return { outcome: merged.tree === onto ? "contained" : "rebases", files: [], tree: merged.tree };
  }

  /** Returns the tree after a result was applied. Throws what `git` throws. */
  async after({ id, manifest }: OpenResult): Promise<string> {
    const known = this.#after.get(id);
    if (known !== undefined) return known;
    const { baseTree: from, resultTree: to } = manifest;
    const onto = await this.disk();
    const tree = await rebaseTree(this.merges.control, { from, to, onto });
    this.#after.set(id, tree);
    return tree;
  }

  /** Returns what a result does to the working tree as it is now. Throws what `git` throws. */
  async effectOf(result: OpenResult): Promise<ResultEffect> {
    const { id, manifest: { files }, standings } = result;
    if (standings.every((standing) => standing === "before")) {
      return effect({ outcome: "clean", files: [] }, new Map(files.map(({ path, after }) => [path, after])));
    }
    const blocked = blockedPaths(result);
    if (blocked.length > 0) return effect({ outcome: "conflicts", files: blocked }, null);
    const onto = await this.disk();
    const judged = await this.rebased(result, onto);
    if (judged?.outcome !== "rebases") return effect(judged, null);
    this.#after.set(id, judged.tree!);
    const changes = await changedPaths(this.merges.control, onto, judged.tree!);
    return effect(
      judged,
      new Map(changes.map(({ path, newMode, newObject }) => [path, side(newMode, newObject)])),
    );
  }
}

/** Returns the paths of a result in whose place is something that no patch can replace. */
export const blockedPaths = ({ manifest, standings }: OpenResult): ConflictingFile[] =>
  manifest.files.filter((_, index) => standings[index] === "blocked").map(({ path }) => ({
    path,
    lines: "",
  }));

const side = (mode: string, blob: string): PathSide => Number(mode) === 0 ? null : { mode, blob };

function effect(now: (Judged & { tree?: string }) | null, changes: ResultEffect["changes"]): ResultEffect {
  const written = [...changes ?? []].filter(([, after]) => after !== null);
  return {
    now: now && { outcome: now.outcome, files: now.files },
    changes,
    directories: new Set(written.flatMap(([path]) => parentsOf(path))),
  };
}
