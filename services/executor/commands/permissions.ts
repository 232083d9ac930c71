import { posix } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import { gitText } from "../../repositories/git.ts";
import type { Control } from "../../repositories/mod.ts";

/** One exact command for one repository: the string, where it runs, and the files of the repository that it names. */
export type Permission = {
  id: string;
  command: string;
  /** Relative to the directory that the run was given; empty for that itself. */
  directory: string;
  filesSha256: string;
  files: { path: string; object: string }[];
};

/** Where a command would run: the repository, what lies in it then (a commit or a tree), and the directory in it. */
export type CommandPlace = {
  repositoryId: string;
  treeish: string;
  directory?: string;
  /** What may be done with the network is admitted apart from what may be done without. */
  network?: boolean;
  /** What may be done in no sandbox is admitted apart from what may be done in one. */
  unconfined?: boolean;
};

/**
 * What a human would admit. The id changes with the repository, the string, the directory, and any file that the command
 * names, by its path from that directory or from the one that the run was given. Commands in that one have the ids of older
 * permissions, which knew no directory.
 */
export async function permissionFor(
  control: Control,
  { repositoryId, treeish, directory: given = "", network = false, unconfined = false }: CommandPlace,
  command: string,
): Promise<Permission> {
  // A directory outside stays what it is: a command that is admitted here is not admitted there.
  const directory = withinRepository(given) ?? given;
  const paths = pathsIn(command, directory, control.repository.prefix);
  const listed = paths.length === 0 ? "" : await gitText(
    ["--literal-pathspecs", "ls-tree", "-z", "--full-tree", treeish, "--", ...paths],
    { gitDir: control.gitDir },
  );
  const files = listed.split("\0").filter((line) => line !== "").map((line) => {
    const [meta, path] = line.split("\t") as [string, string];
    return { path, object: meta.split(" ")[2]! };
  });
  const filesSha256 = sha256(JSON.stringify(files));
  const beyond = [network && "network", unconfined && "unconfined"].filter((word) => word !== false);
  const place = beyond.length > 0 ? [directory, ...beyond] : directory === "" ? [] : [directory];
  const id = sha256(JSON.stringify([repositoryId, command, filesSha256, ...place])).slice(0, 32);
  return { id, command, directory, filesSha256, files };
}

/** Every path of the repository that a word of the command could mean. */
function pathsIn(command: string, directory: string, prefix: string): string[] {
  const words = command.split(/[\s'"`;|&()<>$={}]+/).filter((word) =>
    word !== "" && !word.startsWith("-") && !word.startsWith("/")
  );
  const paths = words.flatMap((
    word,
  ) => [withinRepository(posix.join(prefix, directory, word)), withinRepository(posix.join(prefix, word))]);
  return [...new Set(paths.filter((path) => path !== null && path !== ""))] as string[];
}

/** A relative path without detours; empty for where it begins, null for one that leads out of that. */
function withinRepository(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, "");
  if (plain === ".." || plain.startsWith("../") || plain.startsWith("/")) return null;
  return plain === "." ? "" : plain;
}
