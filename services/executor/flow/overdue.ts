import { runStream } from "../../../store/runs/stream.ts";
import { systemStream } from "../../../store/system/stream.ts";
import { type Ctx, record } from "../../kernel/context.ts";
import { failRun } from "../../runs/end.ts";
import type { ExecutionLive } from "../../runs/execution.ts";
import { idsOf } from "./recovery.ts";
import type { ExecutorLive } from "../live.ts";

/** Fails runs that have waited for a provider for too long. Returns how many. */
export function expireWaits(ctx: Ctx<ExecutorLive>): number {
  const now = ctx.now().toISOString();
  const expired = idsOf(ctx, "waiting").map((id) => ctx.store.documents.get(runStream, id)!)
    .filter(({ waitingFor }) => waitingFor?.kind === "dependency" && (waitingFor.expiresAt ?? "9") <= now);
  for (const run of expired) {
    failRun(ctx, run, "provider_unavailable", `No provider came. ${run.waitingFor!.detail}`);
  }
  return expired.length;
}

/** Records each run that is running while nothing executes it, which is a fault of this service. Returns how many. */
export function reportStuckRuns(ctx: Ctx<ExecutionLive>): number {
  const stuck = idsOf(ctx, "running").filter((id) => !ctx.execution.isMoving(id));
  for (const id of stuck) {
    const detail =
      `The run ${id} is running and nothing moves it. Pause and resume it to have it taken up again.`;
    ctx.log.error(detail);
    record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }], {
      runId: id,
    });
  }
  return stuck.length;
}
