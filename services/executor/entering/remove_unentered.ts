import { join } from "node:path";
import { isTerminal } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../kernel/context.ts";
import { entriesOf } from "../../repositories/files.ts";
import { workspacesOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { keepLeft } from "./keep_left.ts";

/**
 * Removes all workspaces except those that a person is in: their changes exist nowhere else. Those of a run that has ended are
 * stored first.
 */
export async function removeUnentered(
  service: Core & ExecutorLive,
  remove: (path: string) => Promise<void>,
): Promise<void> {
  const workspaces = workspacesOf(service.config.storageDirectory);
  for (const { name: runId } of await entriesOf(workspaces)) {
    const run = service.store.documents.get(runStream, runId);
    const isOver = run !== null && isTerminal(run.status) && await keepLeft(service, runId);
    const entered = isOver ? [] : enteredIn(service, runId);
    if (entered.length === 0) await remove(join(workspaces, runId));
    for (const { name } of entered.length === 0 ? [] : await entriesOf(join(workspaces, runId))) {
      const isKept = entered.some((id) => name === id || name.startsWith(`${id}.`));
      if (!isKept) await remove(join(workspaces, runId, name));
    }
  }
}

const enteredIn = ({ store }: Core, runId: string): string[] =>
  store.documents.find(taskSessionStream, { runId }, { limit: -1 })
    .flatMap(({ id, entered }) => entered ? [id] : []);
