import { gitText } from "../../machine/repositories/git/git.ts";
import { pathOf } from "../worker_tools/path_of.ts";
import type { CommittedRepository } from "./repository.ts";

const MAX_COMMITS = 20;

/** Returns the newest commits, one per line, of the given file or directory, or of the selected directory. */
export async function historyOf(
  { control, commit, prefix, clean, signal }: CommittedRepository,
  written?: string,
): Promise<string> {
  const path = [prefix, ...(written === undefined ? [] : [pathOf(written)])].filter((part) => part !== "")
    .join("/");
  const args = [
    "log",
    `--max-count=${MAX_COMMITS}`,
    "--no-mailmap",
    "--date=short",
    "--format=%h %ad %an: %s",
    commit,
  ];
  const lines = await gitText(path === "" ? args : [...args, "--", `:(literal)${path}`], {
    gitDir: control.gitDir,
    signal,
  });
  return lines === "" ? `No commit contains ${path}.` : clean(lines);
}
