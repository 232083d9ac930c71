import { runStream } from "../../store/runs/stream.ts";
import { type Ctx } from "../kernel/context.ts";
import { chooseWorker } from "../tasks/choose_worker.ts";
import { requestOf } from "../runs/read_model.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { awaitsDependency } from "../lifecycle/awaits_dependency.ts";
import { moveRun } from "../lifecycle/runs.ts";

/** How many waiting runs are checked at once; the others follow when these have resumed. */
const PAGE = 200;

/** Resumes runs that wait for a provider and now have a worker that understands them; returns their ids. */
export function wakeWaiting(ctx: Ctx<ExecutorLive>): string[] {
  const waiting = ctx.store.documents.find(runStream, { archivedAt: null, status: "waiting" }, {
    limit: PAGE,
  })
    .filter(awaitsDependency);
  return waiting.flatMap((run) => {
    const request = requestOf(ctx, run);
    const choice = chooseWorker(ctx, run, request);
    if ("missing" in choice) return [];
    const { provider, model, read } = choice.worker;
    const understands = run.worker !== undefined || !read || "tasks" in read(request, "parallel");
    if (!understands) return [];
    const data = { reason: `${provider}/${model} is ready` };
    moveRun(ctx, run.id, "proceed", data);
    return [run.id];
  });
}
