import { dirname, join } from "node:path";
import { makeSocketDirectory } from "../../machine/network/socket_directory.ts";
import { clearWay } from "../../ground/kernel/clear_way.ts";
import { removeTree, workingDirectory } from "../../machine/repositories/mod.ts";
import type { AgentHost } from "../workers/agent_host.ts";
import type { AgentDirectories } from "./confine.ts";

const SOCKET = "model.sock";

/** The prepared directories of one attempt. Disposing removes what only the attempt needed. */
export type PreparedDirectories = AgentDirectories & { remove: () => Promise<void> };

/**
 * Prepares the directories of an agent. Its home directory stays between attempts, because it contains the agent's sessions;
 * the rest is fresh.
 */
export async function prepareDirectories(
  { agentDirectory, control, workspace, session }: Pick<
    AgentHost,
    "agentDirectory" | "control" | "workspace" | "session"
  >,
): Promise<PreparedDirectories> {
  const [home, temporary] = [join(agentDirectory, "home"), join(agentDirectory, "temporary")];
  // Without a session to resume, the remains of an earlier attempt would only mislead.
  await removeTree(session() === null ? agentDirectory : temporary);
  for (const directory of [home, temporary]) await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  const own = join(agentDirectory, "proxy");
  await removeTree(own);
  const sockets = await makeSocketDirectory(own, SOCKET);
  return {
    worktree: workspace.directory,
    ...(workspace.alsoAt !== undefined && { alsoAt: workspace.alsoAt }),
    directory: workingDirectory(control, workspace),
    home,
    temporary,
    socket: join(sockets, SOCKET),
    remove: async () => {
      for (const directory of [temporary, sockets]) await removeTree(directory);
    },
  };
}

/** Writes files into an agent's home directory. Links from an earlier attempt are replaced, not followed. */
export async function writeHomeFiles(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(home, path);
    await clearWay(home, path);
    await removeTree(file); // a plain directory, or missing
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeTextFile(file, content, { createNew: true, mode: 0o600 });
  }
}
