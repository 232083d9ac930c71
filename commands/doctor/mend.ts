import { join } from "node:path";
import { shellWord } from "../../client/shell_word.ts";
import { backupFilesIn } from "../backup/list.ts";

/** Returns the command that replaces a damaged storage directory with its newest backup, if there is one. */
export async function restoreCommand(path: string, backups = join(path, "backups")): Promise<string> {
  const [newest] = await backupFilesIn(backups).catch(() => []);
  const restored = shellWord(`${path}-restored`);
  return newest === undefined
    ? `cp -a ${shellWord(path)} ${shellWord(`${path}.broken`)}    # keep it; ${backups} has no backup`
    : `agent-harness backup restore ${shellWord(newest.path)} --to ${restored}${
      newest.encrypted ? " --passphrase-file <file>" : ""
    } && export AGENT_HARNESS_STORAGE_DIR=${restored}`;
}
