import { removeTree, removeWorkspace } from "../../machine/repositories/mod.ts";
import { homeOf } from "./confine.ts";
import { join } from "node:path";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { hasEnded } from "../../control/lifecycle/sessions.ts";

/** The paths of a workspace. */
export type WorkspacePaths = { directory: string; indexFile: string };

/** Returns the paths of a workspace in a directory that need not exist. */
export const workspacePaths = (directory: string): WorkspacePaths => ({
  directory,
  indexFile: `${directory}.index`,
});

/** Removes a workspace with the home directory of its commands, as far as they exist. */
export async function clearWorkspace(paths: WorkspacePaths): Promise<void> {
  await removeWorkspace(paths);
  await removeTree(homeOf(paths));
  await removeTree(temporaryOf(paths));
}

/** Returns the temporary directory of a person's shell in the workspace. */
export const temporaryOf = ({ directory }: Pick<WorkspacePaths, "directory">): string =>
  `${directory}.temporary`;

/** Returns the directory for what agents of task sessions keep beyond their processes, such as their own sessions. */
const agentDirectories = (storageDirectory: string): string => join(storageDirectory, "agents");

/** Returns the directory of one task session's agent. */
export const agentDirectory = (storageDirectory: string, taskSessionId: string): string =>
  join(agentDirectories(storageDirectory), taskSessionId);

/** Removes a task session's directory once the session has ended. */
export async function removeEndedDirectory(service: Core, taskSessionId: string): Promise<void> {
  const session = service.store.documents.get(taskSessionStream, taskSessionId);
  if (session && !hasEnded(session.status)) return;
  await removeTree(agentDirectory(service.config.storageDirectory, taskSessionId));
}

/** Removes the directories of sessions that have ended or are unknown, which an earlier service left. */
export async function removeEndedDirectories(service: Core): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(agentDirectories(service.config.storageDirectory))) {
      await removeEndedDirectory(service, name);
    }
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  }
}
