import { changedLines, type LineSpan, sharedLines } from "./changed_lines.ts";
import { gitText } from "../git/git.ts";
import { mergeTrees } from "../patch/merge.ts";
import type { Control } from "../git/types.ts";

/** The trees of a merge: a change, and what it is made on. */
interface MergeQuestion {
  readonly from: string;
  readonly to: string;
  readonly onto: string;
}

/** A file on which two changes conflict, with the lines of the merge base, such as "10-14"; "" for a file as a whole. */
export interface ConflictingFile {
  readonly path: string;
  readonly lines: string;
}

/** The result of a merge: its tree, or where it conflicts. It holds hashes and paths, and no content. */
export type Merged = { readonly tree: string } | { readonly conflicts: readonly ConflictingFile[] };

/** What is known of earlier merges, by their trees. */
export interface KnownMerges {
  get(key: string): Merged | undefined;
  set(key: string, merged: Merged): void;
}

/** How many files of one merge are looked at for their lines. */
const MAX_LINED = 10;

/** Merges trees of one repository as a rebase does, no more of them than a limit, and none a second time. */
export class Merges {
  #left: number;
  readonly #commits = new Map<string, string>();
  readonly #lines = new Map<string, LineSpan[]>();
  readonly #removing = new Map<string, boolean>();

  constructor(readonly control: Control, readonly known: KnownMerges, most: number) {
    this.#left = most;
  }

  /** Returns the result of a merge; null when the limit is reached. Throws what `git` throws. */
  async merge({ from, to, onto }: MergeQuestion): Promise<Merged | null> {
    const keyOf = (...sides: readonly string[]) => [this.control.id, from, ...sides].join(" ");
    const known = this.known.get(keyOf(to, onto));
    if (known) return known;
    if (this.#left <= 0) return null;
    this.#left--;
    const question = { from, to, onto };
    const result = await mergeTrees(this.control, question, this.#commits);
    const merged = "tree" in result ? result : { conflicts: await this.#located(question, result.conflicts) };
    this.known.set(keyOf(to, onto), merged);
    // Without a renamed file, the sides can be exchanged: they conflict on the same lines, or the tree is the same.
    if (!await this.#removes(from, to) && !await this.#removes(from, onto)) {
      this.known.set(keyOf(onto, to), merged);
    }
    return merged;
  }

  /** Returns whether a file is gone, as one that was renamed is. */
  async #removes(from: string, to: string): Promise<boolean> {
    const key = [from, to].join(" ");
    const args = ["diff-tree", "-r", "--no-renames", "--diff-filter=D", "--name-only", from, to];
    const removes = this.#removing.get(key) ?? await gitText(args, { gitDir: this.control.gitDir }) !== "";
    this.#removing.set(key, removes);
    return removes;
  }

  async #located({ from, to, onto }: MergeQuestion, named: readonly string[]): Promise<ConflictingFile[]> {
    const paths = [...new Set(named.map(withoutCommit))];
    const files: ConflictingFile[] = [];
    for (const path of paths) {
      const lines = files.length < MAX_LINED
        ? sharedLines(await this.#changed(from, to, path), await this.#changed(from, onto, path))
        : "";
      files.push({ path, lines });
    }
    return files;
  }

  async #changed(from: string, to: string, path: string): Promise<LineSpan[]> {
    const key = [from, to, path].join(" ");
    const spans = this.#lines.get(key) ?? await changedLines(this.control, { from, to }, path);
    this.#lines.set(key, spans);
    return spans;
  }
}

/** Git gives a file whose place is taken by a directory the name of its commit. */
const withoutCommit = (name: string): string => name.replace(/~[0-9a-f]{40,64}(?:_\d+)?$/, "");
