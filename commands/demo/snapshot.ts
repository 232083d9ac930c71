import { createHash } from "node:crypto";
import { join } from "node:path";

/** The state of one path: its kind and mode, and the hash of its content. */
type PathState = { kind: "file" | "link" | "directory" | "other"; mode: string; fingerprint: string };
/** The states of all paths below a directory, by relative path. */
export type TreeSnapshot = Map<string, PathState>;

/** The size up to which content is hashed. Writes to larger files show in their metadata. */
const MAX_HASHED = 16 * 1024 * 1024;
const AT_ONCE = 32;

/** Returns everything below a directory, by relative path, without what `skip` names. */
export async function takeSnapshot(
  root: string,
  skip: ReadonlySet<string> = new Set(),
): Promise<TreeSnapshot> {
  const paths: string[] = [];
  const walk = async (directory: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(join(root, directory))) {
      const path = directory === "" ? name : `${directory}/${name}`;
      if (skip.has(path)) continue;
      paths.push(path);
      if (isDirectory) await walk(path);
    }
  };
  await walk("");
  const snapshot: TreeSnapshot = new Map();
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const entries = await Promise.all(some.map((path) => entryOf(join(root, path))));
    some.forEach((path, i) => snapshot.set(path, entries[i]!));
  }
  return snapshot;
}

/** Returns the current state of one path. */
async function entryOf(path: string): Promise<PathState> {
  const info = await Deno.lstat(path);
  const mode = ((info.mode ?? 0) & 0o7777).toString(8);
  if (info.isDirectory) return { kind: "directory", mode, fingerprint: "" };
  if (info.isSymlink) return { kind: "link", mode, fingerprint: sha256(await Deno.readLink(path)) };
  if (!info.isFile) return { kind: "other", mode, fingerprint: "" };
  const stated = `${info.size} ${info.ino} ${info.mtime?.getTime()} ${info.ctime?.getTime()}`;
  if (info.size > MAX_HASHED) return { kind: "file", mode, fingerprint: stated };
  const fingerprint = await Deno.readFile(path).then(sha256, () => stated);
  return { kind: "file", mode, fingerprint };
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");

/** Returns the paths that were added, removed or changed. */
export function differences(before: TreeSnapshot, after: TreeSnapshot): string[] {
  const same = (a: PathState | undefined, b: PathState | undefined) =>
    a?.kind === b?.kind && a?.mode === b?.mode && a?.fingerprint === b?.fingerprint;
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) =>
    !same(before.get(path), after.get(path))
  ).sort();
}

/** Returns the number of files and links. */
export const countFiles = (snapshot: TreeSnapshot): number =>
  [...snapshot.values()].filter(({ kind }) => kind !== "directory").length;
