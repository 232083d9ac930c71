import { commandPermissionStream } from "../../../store/repositories/stream.ts";
import { guidanceOf } from "../../task_sessions/read_model.ts";
import { captureNow } from "../workspace/capture.ts";
import { confinementOf } from "./confine.ts";
import type { Attempt } from "../asking/guidance.ts";
import { permissionFor } from "./permissions.ts";
import { isAnyFromAgent } from "../../runs/origin.ts";
import { setupOf } from "../setup/command.ts";

/**
 * Whether a worker may run a command without asking: it is the run's own verifier or setup, a human has admitted it for the
 * repository as it stands, or a human asked for the run and the sandbox holds commands back.
 */
export async function mayRun(task: Attempt, command: string): Promise<boolean> {
  const { step, control } = task;
  const run = step.run();
  const own = [run.verifier?.command, setupOf(step, run)?.command];
  if (own.includes(command) || await isHeldForHuman(task)) return true;
  // What it names may have been changed in the worktree since.
  const place = { repositoryId: run.base!.repositoryId, treeish: await captureNow(task) };
  const permission = await permissionFor(control, place, command);
  return step.ctx.store.documents.has(commandPermissionStream, permission.id);
}

/** Nothing of the run came with the agent token, and the sandbox lets a command change the worktree and nothing else. */
async function isHeldForHuman({ step, id, control }: Attempt): Promise<boolean> {
  const fromAgent = isAnyFromAgent(step.run()) ||
    guidanceOf(step.ctx, id).some(({ actor }) => actor === "agent");
  if (fromAgent) return false;
  const { kind, network } = await confinementOf(step, control.repository.root, "worker");
  return kind === "bubblewrap" && !network;
}
