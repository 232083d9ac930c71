import { join } from "node:path";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import type { Core } from "../kernel/context.ts";
import { hasEnded } from "../lifecycle/sessions.ts";
import { removeTree } from "../repositories/mod.ts";

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
