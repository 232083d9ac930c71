import { sha256 } from "../../../store/chain.ts";
import { gitText } from "../../repositories/git.ts";
import type { Control } from "../../repositories/mod.ts";

/** One exact command for one repository: the string, and the files of the repository that it names. */
export type Permission = {
  id: string;
  command: string;
  filesSha256: string;
  files: { path: string; object: string }[];
};

/**
 * What a human would admit. The id changes with the repository, the string, the directory (relative to the root), and any
 * file that the command names as it is in the commit.
 */
export async function permissionFor(
  control: Control,
  base: { repositoryId: string; commit: string },
  command: string,
  directory = "",
): Promise<Permission> {
  const words = [...new Set(command.split(/[\s'"`;|&()<>$={}]+/))]
    .map((word) => word.replace(/^\.\//, ""))
    .filter((word) =>
      word !== "" && word !== "." && !word.startsWith("-") && !word.startsWith("/") && !word.includes("..")
    );
  const listed = words.length === 0 ? "" : await gitText(
    ["ls-tree", "-z", "--full-tree", base.commit, "--", ...words],
    { gitDir: control.gitDir },
  );
  const files = listed.split("\0").filter((line) => line !== "").map((line) => {
    const [meta, path] = line.split("\t") as [string, string];
    return { path, object: meta.split(" ")[2]! };
  });
  const filesSha256 = sha256(JSON.stringify(files));
  const where = directory === "" ? [] : [directory];
  const id = sha256(JSON.stringify([base.repositoryId, command, filesSha256, ...where])).slice(0, 32);
  return { id, command, filesSha256, files };
}
