import { join } from "node:path";
import { shellWord } from "../../client/shell_word.ts";

/** Returns the command that replaces a damaged storage directory with its newest backup, if there is one. */
export function restoreCommand(path: string, backups = join(path, "backups")): string {
  const newest = newestBackup(backups);
  const restored = shellWord(`${path}-restored`);
  return newest === null
    ? `cp -a ${shellWord(path)} ${shellWord(`${path}.broken`)}    # keep it; ${backups} has no backup`
    : `agent-harness backup restore ${
      shellWord(newest)
    } --to ${restored} && export AGENT_HARNESS_STORAGE_DIR=${restored}`;
}

function newestBackup(directory: string): string | null {
  try {
    const names = [...Deno.readDirSync(directory)].map(({ name }) => name)
      .filter((name) => /\.tar\.gz(?:\.encrypted)?$/.test(name)).sort();
    return names.length === 0 ? null : join(directory, names.at(-1)!);
  } catch {
    return null;
  }
}
