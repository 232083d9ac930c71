import { commandPermissionStream } from "../../store/repositories/stream.ts";
import { captureNow } from "../commands/task_commits.ts";
import { confinementOf } from "../commands/confine.ts";
import { asksEverything, isSteeredByAgent } from "./border.ts";
import type { Asker } from "./asker.ts";
import { permissionFor } from "../commands/permissions.ts";
import { setupOf } from "../commands/setup_command.ts";

/**
 * Returns whether a worker may run a command without asking: it is the run's own verifier or setup, a human has admitted it
 * for the repository in this state, or a human started the run and the sandbox confines commands.
 */
export async function mayRun(task: Asker, command: string): Promise<boolean> {
  const { step, control } = task;
  const run = step.run();
  // Under another setting every command is decided by that setting.
  if (!asksEverything(step)) return false;
  const own = [run.verifier?.command, setupOf(step, run)?.command];
  if (own.includes(command) || await isHeldForHuman(task)) return true;
  // The files it names may have changed in the worktree.
  const place = { repositoryId: run.base!.repositoryId, treeish: await captureNow(task) };
  const permission = await permissionFor(control, place, command);
  return step.ctx.store.documents.has(commandPermissionStream, permission.id);
}

/** Whether nothing in the run came with the agent token and the sandbox lets a command change only the worktree. */
async function isHeldForHuman(task: Asker): Promise<boolean> {
  if (isSteeredByAgent(task)) return false;
  const { step, control } = task;
  const { kind, network } = await confinementOf(step, control.repository.root, "worker");
  return kind === "bubblewrap" && !network;
}
