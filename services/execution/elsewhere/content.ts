import { treeOf } from "../../machine/repositories/mod.ts";
import type { TaskContent } from "../../workforce/worker_machines/leases/mod.ts";
import type { Worker, WorkerTask } from "../../workforce/workers/worker.ts";
import type { Sendable } from "../commands/control_to_send.ts";
import type { RunPort } from "../commands/ports.ts";

/** Returns what a machine needs for a task. The question that interrupted the task is taken from its host. */
export async function taskContent(
  port: RunPort,
  { models, ...sendable }: Sendable & Pick<TaskContent["task"], "models">,
  { provider, model }: Worker,
  task: WorkerTask,
): Promise<TaskContent> {
  const { base, verifier } = port.run();
  const { control, workspace: { commit }, asksEverything, takeInterruption } = task.host;
  return {
    ...sendable,
    base: { commit: base!.commit, tree: base!.tree },
    task: {
      taskSessionId: task.taskSessionId,
      worker: { provider, model },
      models,
      start: { commit, tree: await treeOf(control, commit) },
      request: task.request,
      planned: task.planned,
      outside: task.outside,
      profile: task.profile,
      asksEverything: asksEverything(),
      verifier: verifier?.command ?? null,
      interruption: takeInterruption(),
    },
  };
}
