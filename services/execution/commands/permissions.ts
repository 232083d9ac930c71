import { Buffer } from "node:buffer";
import { posix } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import { git, gitText } from "../../machine/repositories/git/git.ts";
import type { Control } from "../../machine/repositories/mod.ts";
import { commandPermissionStream } from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
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
export type CommandPlace = {
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
  const paths = pathsIn(command, directory, control.repository.prefix);
  const listed = paths.length === 0 ? "" : await gitText(
    ["--literal-pathspecs", "ls-tree", "-z", "--full-tree", treeish, "--", ...paths],
    { gitDir: control.gitDir },
  );
  const direct = listed.split("\0").filter((line) => line !== "").map((line) => {
    const [meta = "", path = ""] = line.split("\t");
    return { path, object: meta.split(" ")[2]! };
  });
  const files = [...direct, ...await behindLinks(control, treeish, paths, direct)];
  const filesSha256 = sha256(JSON.stringify(files));
  const beyond = [network && "network", unconfined && "unconfined"].filter((word) => word !== false);
  const place = beyond.length > 0 ? [directory, ...beyond] : directory === "" ? [] : [directory];
  const id = sha256(JSON.stringify([repositoryId, command, filesSha256, ...place])).slice(0, 32);
  return { id, command, directory, filesSha256, files };
}

/** Returns what paths lead to through symbolic links of the tree, which the tree does not list under these paths. */
async function behindLinks(
  { gitDir }: Control,
  treeish: string,
  paths: readonly string[],
  direct: Permission["files"],
): Promise<Permission["files"]> {
  if (paths.length === 0) return [];
  const stdin = paths.map((path) => `${treeish}:${path}\n`).join("");
  const args = ["cat-file", "--batch-check=%(objectname)", "--follow-symlinks"];
  let rest = Buffer.from(await git(args, { gitDir, stdin })).toString("latin1");
  return paths.flatMap((path) => {
    const [object = ""] = rest.split("\n", 1);
    rest = rest.slice(object.length + 1);
    // A link that leads nowhere or out of the tree: its target follows, with any bytes.
    const [, size] = /^(?:symlink|dangling|loop|notdir) (\d+)$/.exec(object) ?? [];
    if (size !== undefined) rest = rest.slice(Number(size) + 1);
    const isKnown = direct.some((each) => each.path === path && each.object === object);
    return isKnown || !/^[0-9a-f]{40,64}$/.test(object) ? [] : [{ path, object }];
  });
}

/** Returns every path of the repository that a word of the command could mean. */
function pathsIn(command: string, directory: string, prefix: string): string[] {
  const words = command.split(/[\s'"`;|&()<>$={}]+/).filter((word) =>
    word !== "" && !word.startsWith("-") && !word.startsWith("/")
  );
  const paths = words.flatMap((
    word,
  ) => [withinRepository(posix.join(prefix, directory, word)), withinRepository(posix.join(prefix, word))]);
  return [...new Set(paths)].filter((path) => path !== null).filter((path) => path !== "");
}

/** Returns a relative path without detours: empty for the starting directory, null if it leads outside. */
function withinRepository(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, "");
  if (plain === ".." || plain.startsWith("../") || plain.startsWith("/")) return null;
  return plain === "." ? "" : plain;
}

/** Whether a human has admitted this command with network access on exactly this tree. */
export const isSetupAdmitted = (step: RunPort, run: RunDocument, setup: SetupRequest["setup"]): boolean =>
  step.ctx.store.documents.has(commandPermissionStream, setupPermissionId(run, setup));

/** Returns the id of the permission that lets a setup run with network access on exactly this tree. */
export const setupPermissionId = (run: RunDocument, { command, tree }: SetupRequest["setup"]): string =>
  sha256(JSON.stringify([run.base!.repositoryId, "setup", command, tree])).slice(0, 32);
