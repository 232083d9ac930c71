import { join } from "node:path";
import { isTerminal } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { forgetOthers, removeTree } from "../../machine/repositories/mod.ts";
import { storeManualChanges } from "./entering/store_manual_changes.ts";
import { workspacesOf } from "../commands/control.ts";
import type { ExecutorLive } from "../commands/live.ts";

/**
 * Releases what cancelled, failed and unknown runs left: their workspaces, and their git objects, which the next prune
 * removes. Their events and artifacts stay.
 */
export async function forgetEnded(service: Core & ExecutorLive): Promise<void> {
  const { storageDirectory } = service.config;
  const isOver = (runId: string): boolean => {
    const run = service.store.documents.get(runStream, runId);
    return run === null ||
      (isTerminal(run.status) && run.status !== "completed" && !service.execution.isMoving(runId));
  };
  const workspaces = workspacesOf(storageDirectory);
  const inUse = new Set<string>();
  for (const runId of namesIn(workspaces).filter(isOver)) {
    if (await service.execution.creating(() => storeManualChanges(service, runId))) {
      await removeTree(join(workspaces, runId));
    } else inUse.add(runId);
  }
  await forgetOthers(storageDirectory, (owner) => !isOver(owner) || inUse.has(owner));
}

function namesIn(directory: string): string[] {
  try {
    return [...Deno.readDirSync(directory)].map(({ name }) => name);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    throw cause;
  }
}
