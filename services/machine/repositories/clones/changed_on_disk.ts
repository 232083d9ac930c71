import { join } from "node:path";
import { readBounded } from "../../../ground/kernel/bounded_file.ts";
import { copyIndex } from "./copy_index.ts";
import { isMissing } from "../git/files.ts";
import { git, gitText, runGit } from "../git/git.ts";
import { stripSubmodules, submodulesOf } from "./snapshot.ts";
import { type TemporaryDirectory, temporaryDirectory, temporaryIndex } from "../git/temporary.ts";
import type { Control } from "../git/types.ts";

/** A path of the working tree that differs from a commit. */
export interface DiskChange {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
}

/** What to compare, and whether the times of unchanged files are kept, so that the next comparison reads only what changed. */
interface DiskComparison {
  /** Null means an empty base: every file is added. */
  readonly commit: string | null;
  readonly keepTimes: boolean;
  readonly signal: AbortSignal;
}

/** Returns how the target's working tree differs from a commit, without copying any of it. Ignored files are left out. */
export async function changedOnDisk(control: Control, look: DiskComparison): Promise<DiskChange[]> {
  const { commit, keepTimes, signal } = look;
  await using temporary = await temporaryDirectory(control);
  const indexFile = temporaryIndex(temporary);
  const location = { gitDir: control.gitDir, workTree: control.repository.root, indexFile, signal };
  const kept = join(control.gitDir, "checklist.index");
  await copyIndex(kept, indexFile).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  await git(commit === null ? ["read-tree", "--empty"] : ["read-tree", "-i", "--reset", commit], location);
  if (commit !== null) await stripSubmodules(control, commit, indexFile);
  const settings = control.repository.anyMode ? ["-c", "core.fileMode=false"] : [];
  await runGit([...settings, "update-index", "-q", "--refresh"], { ...location, accept: [0, 1] });
  const changes = [
    ...await withoutLeftOut(control, await trackedChanges(location, settings), temporary),
    ...await newFiles(location, commit === null ? [] : await submodulesOf(control, commit)),
  ];
  if (keepTimes) {
    const own = `${kept}.${crypto.randomUUID()}.tmp`;
    await copyIndex(indexFile, own);
    await Deno.rename(own, kept);
  }
  return changes.sort((a, b) => a.path < b.path ? -1 : 1);
}

type Location = Parameters<typeof gitText>[1];

async function trackedChanges(location: Location, settings: readonly string[]): Promise<DiskChange[]> {
  const args = [
    ...settings,
    "diff-files",
    "-z",
    "--name-status",
    "--no-renames",
    "--no-ext-diff",
    "--ignore-submodules=all",
  ];
  const fields = (await gitText(args, location)).split("\0");
  const changes: DiskChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    changes.push({ path: fields[index + 1]!, change: fields[index] === "D" ? "deleted" : "modified" });
  }
  return changes;
}

/** A larger index is not read. */
const MAX_INDEX_BYTES = 1 << 28;

/** A sparse checkout leaves files out of the working tree, which are not deleted: the target's own index says which. */
async function withoutLeftOut(
  { gitDir, repository }: Control,
  changes: readonly DiskChange[],
  temporary: TemporaryDirectory,
): Promise<readonly DiskChange[]> {
  if (repository.gitDir === undefined || !changes.some(({ change }) => change === "deleted")) return changes;
  const index = await readBounded(join(repository.gitDir, "index"), MAX_INDEX_BYTES);
  if (!("bytes" in index)) return changes;
  const indexFile = join(temporary.path, "target.index");
  await Deno.writeFile(indexFile, index.bytes);
  const { code, stdout } = await runGit(["ls-files", "-t", "-z"], { gitDir, indexFile, accept: [0, 128] });
  if (code !== 0) return changes;
  const lines = new TextDecoder().decode(stdout).split("\0");
  const leftOut = new Set(lines.filter((line) => line.startsWith("S ")).map((line) => line.slice(2)));
  return changes.filter(({ path, change }) => change !== "deleted" || !leftOut.has(path));
}

/** A submodule was removed from the index, but is not new. */
async function newFiles(location: Location, known: readonly { path: string }[]): Promise<DiskChange[]> {
  const listed = await gitText(["ls-files", "-z", "--others", "--exclude-standard"], location);
  const submodules = new Set(known.map(({ path }) => `${path}/`));
  return listed.split("\0").filter((path) => path !== "" && !submodules.has(path))
    .map((path) => ({ path, change: "added" }));
}
