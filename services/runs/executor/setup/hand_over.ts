import { dirname, join } from "node:path";
import { UnavailableError } from "../../../errors.ts";
import { type ChangedPath, changedPaths, type Control, type Workspace } from "../../../repositories/mod.ts";
import { homeOf } from "../confine.ts";
import type { KeptSetup } from "./kept.ts";

/** How many paths one `cp` gets: far below what a command line may hold. */
const PATHS_AT_ONCE = 500;

/**
 * Copies what a setup left at the base into a fresh workspace, its home included. What the workspace's own commit has at
 * a path, or in the way to it, stays.
 */
export async function handOver(kept: KeptSetup, control: Control, workspace: Workspace, base: string) {
  const differing = new Set((await changedPaths(control, base, workspace.commit)).map(({ path }) => path));
  const changed = kept.changed.filter(({ path }) => !differing.has(path));
  for (const { path } of changed) await Deno.remove(join(workspace.directory, path)).catch(ifMissing);
  await copyInto(kept, workspace, [...kept.added, ...changed.filter(isThere).map(({ path }) => path)]);
  await copy([homeOf(kept)], homeOf(workspace), true);
}

const isThere = ({ newMode }: ChangedPath): boolean => Number(newMode) !== 0;

async function copyInto(kept: KeptSetup, workspace: Workspace, paths: readonly string[]): Promise<void> {
  const byParent = new Map<string, string[]>();
  for (const path of await free(kept.directory, workspace.directory, paths)) {
    const parent = dirname(path);
    byParent.set(parent, [...byParent.get(parent) ?? [], join(kept.directory, path)]);
  }
  for (const [parent, sources] of byParent) {
    const into = join(workspace.directory, parent);
    await Deno.mkdir(into, { recursive: true });
    for (let at = 0; at < sources.length; at += PATHS_AT_ONCE) {
      await copy(sources.slice(at, at + PATHS_AT_ONCE), into, false);
    }
  }
}

/** The paths that can be copied without touching anything: a directory that is there already is taken apart. */
async function free(from: string, to: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!await hasPlainParents(to, path)) continue;
    const present = await Deno.lstat(join(to, path)).catch(ifMissing);
    if (!present) found.push(path);
    else if (present.isDirectory && (await Deno.lstat(join(from, path))).isDirectory) {
      const inside = await Array.fromAsync(Deno.readDir(join(from, path)), ({ name }) => join(path, name));
      found.push(...await free(from, to, inside));
    }
  }
  return found;
}

/** A link in the way would lead the copy out of the workspace. */
async function hasPlainParents(root: string, path: string): Promise<boolean> {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const info = await Deno.lstat(join(root, parent)).catch(ifMissing);
    if (info && !info.isDirectory) return false;
  }
  return true;
}

/** Copies with modes, times and links as they are; the file system shares the content where it can. */
async function copy(sources: readonly string[], to: string, as: boolean): Promise<void> {
  const args = ["-a", "--reflink=auto", ...(as ? ["-T"] : ["-t", to]), "--", ...sources, ...(as ? [to] : [])];
  const { success, stderr } = await new Deno.Command("cp", { args, stdin: "null", stdout: "null" }).output();
  if (success) return;
  const said = new TextDecoder().decode(stderr).trim().split("\n")[0] ?? "";
  throw new UnavailableError(`What the setup command had made could not be copied: ${said}`);
}

function ifMissing(cause: unknown): null {
  if (cause instanceof Deno.errors.NotFound) return null;
  throw cause;
}
