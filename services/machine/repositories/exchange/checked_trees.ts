import { InvalidError } from "../../../ground/kernel/errors.ts";
import { foldName, isDotGit } from "../git/names.ts";
import { decodePath, pathProblem } from "../git/paths.ts";
import { GITLINK, SYMLINK } from "../git/trees.ts";
import type { ObjectFormat } from "../git/types.ts";
import type { GitObject } from "./objects.ts";

/** A file or symbolic link of a tree. */
export type TreeFile = { path: string; mode: "100644" | "100755" | "120000"; blob: string };

type Entry = { mode: string; name: Uint8Array; id: string };

/** The most paths of one tree: a few trees that name one another can describe billions. */
const MAX_PATHS = 200_000;
/** The longest path and the deepest directory that is written. */
const MAX_PATH = 4000;
const MAX_DEPTH = 200;
const MAX_LINK = 4096;

/** The commits and trees of a file of objects; nothing of a blob but its size, and where a short one could lead as a link. */
export class CheckedTrees {
  readonly #trees = new Map<string, Entry[]>();
  readonly #commits = new Map<string, string>();
  readonly #blobs = new Map<string, { size: number; link: string | null }>();

  constructor(readonly format: ObjectFormat) {}

  /** Adds an object. Throws `InvalidError` for a tree or commit that cannot be read. */
  add({ id, type, content }: GitObject): void {
    if (type === "tree") this.#trees.set(id, entriesOf(id, content, this.format));
    else if (type === "commit") this.#commits.set(id, treeOf(id, content));
    else {
      const link = content.length <= MAX_LINK ? decodePath(content) : null;
      this.#blobs.set(id, { size: content.length, link });
    }
  }

  /** Checks that a commit is there and has that tree. Throws `InvalidError`. */
  requireCommit({ commit, tree }: { commit: string; tree: string }): void {
    const found = this.#commits.get(commit);
    if (found === undefined) throw new InvalidError(`The commit ${commit} is missing.`);
    if (found !== tree) throw new InvalidError(`The commit ${commit} has the tree ${found}, not ${tree}.`);
  }

  /**
   * Returns the files of a tree, with the bytes that they have together. Throws `InvalidError` naming the first path that must
   * not be written: one that leads out of the directory, is a part of git's own, is there twice for some file system, or is
   * missing here.
   */
  filesOf(tree: string): { files: TreeFile[]; bytes: number } {
    const files: TreeFile[] = [];
    const folded = new Set<string>();
    let bytes = 0;
    let seen = 0;
    const walk = (id: string, prefix: string, depth: number): void => {
      const entries = this.#trees.get(id);
      if (!entries) throw new InvalidError(`The directory "${prefix}" is missing: its tree is ${id}.`);
      if (depth > MAX_DEPTH) throw new InvalidError(`The path "${prefix.slice(0, 100)}" is too deep.`);
      for (const { mode, name, id: object } of entries) {
        if (++seen > MAX_PATHS) {
          throw new InvalidError(`The tree ${tree} has more than ${MAX_PATHS} paths.`);
        }
        const path = prefix + requireName(prefix, name);
        const key = foldName(path);
        if (folded.has(key)) {
          throw new InvalidError(`The path ${JSON.stringify(path)} is there twice on some file systems.`);
        }
        folded.add(key);
        if (mode === "40000") walk(object, `${path}/`, depth + 1);
        else if (mode !== GITLINK) {
          const file = this.#file(path, mode, object);
          files.push(file);
          bytes += this.#blobs.get(object)!.size;
        }
      }
    };
    walk(tree, "", 0);
    return { files, bytes };
  }

  /** Checks that a path is a directory of a tree, or is not in it at all. Throws `InvalidError`. */
  requireDirectory(tree: string, path: string): void {
    const problem = path === "" ? null : pathProblem(path);
    if (problem !== null) {
      throw new InvalidError(`The directory ${JSON.stringify(path)} is not allowed: ${problem}.`);
    }
    let at = tree;
    for (const part of path === "" ? [] : path.split("/")) {
      const entry: Entry | undefined = this.#trees.get(at)?.find(({ name }) => decodePath(name) === part);
      if (!entry) return;
      if (entry.mode !== "40000") {
        throw new InvalidError(`${JSON.stringify(path)} is no directory of the base.`);
      }
      at = entry.id;
    }
  }

  #file(path: string, mode: string, blob: string): TreeFile {
    const found = this.#blobs.get(blob);
    if (!found) throw new InvalidError(`The content of "${path}" is missing: its blob is ${blob}.`);
    if (mode === SYMLINK) {
      if (found.link === null || leadsOut(path, found.link)) {
        throw new InvalidError(
          `The symbolic link ${JSON.stringify(path)} leads out of the directory, to ${
            JSON.stringify((found.link ?? "").slice(0, 200))
          }.`,
        );
      }
      return { path, mode, blob };
    }
    if (mode !== "100644" && mode !== "100755" && mode !== "100664") {
      throw new InvalidError(`The path ${JSON.stringify(path)} has the mode ${mode}, which is no file.`);
    }
    return { path, mode: mode === "100755" ? mode : "100644", blob };
  }
}

function requireName(prefix: string, name: Uint8Array): string {
  const text = decodePath(name);
  const problem = text === null || text.includes("/") ? "its name is not valid" : pathProblem(prefix + text);
  // `pathProblem` is about what a change may contain; a repository may configure submodules, which are not fetched.
  if (text === null || (problem !== null && text !== ".gitmodules")) {
    const shown = JSON.stringify(prefix + new TextDecoder().decode(name));
    throw new InvalidError(`The path ${shown} must not be written: ${problem}.`);
  }
  if (prefix.length + text.length > MAX_PATH) {
    throw new InvalidError(`The path "${(prefix + text).slice(0, 100)}" is too long.`);
  }
  return text;
}

/** Returns whether a link at a path could lead out of the directory. Up is only allowed first: another link may be shorter than it looks. */
function leadsOut(path: string, target: string): boolean {
  if (!target || /[\0\\]/.test(target) || /^(?:\/|[A-Za-z]:)/.test(target)) return true;
  const parts = target.split("/").filter((part) => part !== "." && part !== "");
  const up = parts.findIndex((part) => part !== "..");
  const ups = up < 0 ? parts.length : up;
  return ups > path.split("/").length - 1 ||
    parts.slice(ups).some((part) => part === ".." || isDotGit(part));
}

function entriesOf(id: string, content: Uint8Array, format: ObjectFormat): Entry[] {
  const idBytes = format === "sha1" ? 20 : 32;
  const entries: Entry[] = [];
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(0, at);
    const space = content.indexOf(32, at);
    if (end < 0 || space < at || space > end || end + 1 + idBytes > content.length) {
      throw new InvalidError(`The tree ${id} cannot be read.`);
    }
    entries.push({
      mode: new TextDecoder().decode(content.subarray(at, space)),
      name: content.slice(space + 1, end),
      id: content.subarray(end + 1, end + 1 + idBytes).toHex(),
    });
    at = end + 1 + idBytes;
  }
  return entries;
}

function treeOf(id: string, content: Uint8Array): string {
  const start = new TextDecoder().decode(content.subarray(0, 80));
  const [, tree] = /^tree ([0-9a-f]{40}|[0-9a-f]{64})\n/.exec(start) ?? [];
  if (tree === undefined) throw new InvalidError(`The commit ${id} cannot be read.`);
  return tree;
}
