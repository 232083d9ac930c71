import { commandPermissionStream } from "../../../store/repositories/stream.ts";
import { captureNow } from "./capture.ts";
import type { Attempt } from "./guidance.ts";
import { permissionFor } from "./permissions.ts";
import { setupOf } from "./setup.ts";

/**
 * Whether a worker may run a command without asking: it is the run's own verifier or setup, a human has admitted it for the
 * repository as it stands, or a human asked for the run and the sandbox holds commands back.
 */
export async function mayRun(task: Attempt, command: string): Promise<boolean> {
  const { step, control } = task;
  const run = step.run();
  const own = [run.verifier?.command, setupOf(step, run)];
  if (own.includes(command)) return true;
  // What it names may have been changed in the worktree since.
  const place = { repositoryId: run.base!.repositoryId, treeish: await captureNow(task) };
  const permission = await permissionFor(control, place, command);
  return step.ctx.store.documents.has(commandPermissionStream, permission.id);
}
