import { Buffer } from "node:buffer";
import { sha256 } from "../../../store/chain.ts";
import { git, gitText } from "../../machine/repositories/git/git.ts";
import type { Control } from "../../machine/repositories/mod.ts";
import { commandPermissionStream } from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import {
  extentOf,
  matcherOf,
  pathsIn,
  patternsIn,
  withinRepository,
} from "../../ground/policy/named_paths.ts";
import type { RunPort, SetupRequest } from "./ports.ts";

/** A permission: one exact command in one repository, its directory, and the files of the repository that it names. */
export type Permission = {
  id: string;
  command: string;
  /** Relative to the run's directory; empty for that directory itself. */
  directory: string;
  filesSha256: string;
  files: { path: string; object: string }[];
};

/** Where a command would run: the repository, its content (a commit or a tree), and the directory. */
type CommandPlace = {
  repositoryId: string;
  treeish: string;
  directory?: string;
  /** A permission with network access is separate from one without. */
  network?: boolean;
  /** A permission outside a sandbox is separate from one inside. */
  unconfined?: boolean;
};

/**
 * Returns what a human would admit. The id depends on the repository, the command, the directory, and every file that the
 * command names, relative to that directory or the run's. For the run's directory it equals the id of older permissions.
 */
export async function permissionFor(
  control: Control,
  { repositoryId, treeish, directory: given = "", network = false, unconfined = false }: CommandPlace,
  command: string,
): Promise<Permission> {
  // A directory outside keeps its path, so a permission for it does not cover the run's directory.
  const directory = withinRepository(given) ?? given;
  const { prefix } = control.repository;
  const matched = await matching(control, treeish, patternsIn(command, directory, prefix));
  const paths = new Set([...pathsIn(command, directory, prefix), ...matched.map(({ path }) => path)]);
  const found = await resolved(control, treeish, [...paths]);
  const named = found.map(({ path }) => path);
  const direct = named.length === 0 ? [] : await entriesOf(control, treeish, named);
  const behind = found.flatMap(({ path, object }) =>
    object === null || direct.some((each) => each.path === path && each.object === object)
      ? []
      : [{ path, object }]
  );
  const files = [...direct, ...behind];
  const filesSha256 = sha256(JSON.stringify(files));
  const beyond = [network && "network", unconfined && "unconfined"].filter((word) => word !== false);
  const place = beyond.length > 0 ? [directory, ...beyond] : directory === "" ? [] : [directory];
  const id = sha256(JSON.stringify([repositoryId, command, filesSha256, ...place])).slice(0, 32);
  return { id, command, directory, filesSha256, files };
}

type NamedFile = Permission["files"][number];

/** Returns what a tree lists at paths, or in directories, which end with a slash; of none, in the whole tree. */
async function entriesOf(
  { gitDir }: Control,
  treeish: string,
  paths: readonly string[],
  options: readonly string[] = [],
): Promise<NamedFile[]> {
  const args = ["--literal-pathspecs", "ls-tree", ...options, "-z", "--full-tree", treeish, "--", ...paths];
  const listed = await gitText(args, { gitDir });
  return listed.split("\0").filter((line) => line !== "").map((line) => {
    const [meta = "", path = ""] = line.split("\t");
    return { path, object: meta.split(" ")[2]! };
  });
}

/** Returns what patterns stand for. What it leaves out of a directory that matches is part of that directory. */
async function matching(
  control: Control,
  treeish: string,
  patterns: readonly string[],
): Promise<NamedFile[]> {
  if (patterns.length === 0) return [];
  const tests = patterns.map(matcherOf);
  const { directories, isDeep } = extentOf(patterns);
  const all = await entriesOf(control, treeish, directories, isDeep ? ["-r", "-t"] : []);
  return all.filter(({ path }) => tests.some((test) => test(path)));
}

/**
 * Returns the paths at which something is, with what they lead to through symbolic links, which the tree does not list; null for a
 * link that leads nowhere or out of the tree.
 */
async function resolved(
  { gitDir }: Control,
  treeish: string,
  paths: readonly string[],
): Promise<{ path: string; object: string | null }[]> {
  if (paths.length === 0) return [];
  const stdin = paths.map((path) => `${treeish}:${path}\0`).join("");
  const args = ["cat-file", "--batch-check=%(objectname)", "--follow-symlinks", "-z"];
  let rest = Buffer.from(await git(args, { gitDir, stdin })).toString("latin1");
  return paths.flatMap((path): { path: string; object: string | null }[] => {
    // A name may have line breaks.
    const missing = Buffer.from(`${treeish}:${path} missing`).toString("latin1");
    const object = rest.startsWith(missing) ? missing : rest.split("\n", 1)[0]!;
    rest = rest.slice(object.length + 1);
    const [, size] = /^(?:symlink|dangling|loop|notdir) (\d+)$/.exec(object) ?? [];
    if (size === undefined) return /^[0-9a-f]{40,64}$/.test(object) ? [{ path, object }] : [];
    rest = rest.slice(Number(size) + 1); // its target follows, with any bytes
    return [{ path, object: null }];
  });
}

/** Whether a human has admitted this command with network access on exactly this tree. */
export const isSetupAdmitted = (step: RunPort, run: RunDocument, setup: SetupRequest["setup"]): boolean =>
  step.ctx.store.documents.has(commandPermissionStream, setupPermissionId(run, setup));

/** Returns the id of the permission that lets a setup run with network access on exactly this tree. */
export const setupPermissionId = (run: RunDocument, { command, tree }: SetupRequest["setup"]): string =>
  sha256(JSON.stringify([run.base!.repositoryId, "setup", command, tree])).slice(0, 32);
