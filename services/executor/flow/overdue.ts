import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { systemStream } from "../../../store/system/stream.ts";
import { type Ctx, record } from "../../kernel/context.ts";
import { failRun } from "../../runs/end.ts";
import type { ExecutionLive } from "../../runs/execution.ts";
import { idsOf } from "./recovery.ts";
import type { ExecutorLive } from "../live.ts";

/** Returns when the next run has waited for a provider for too long; null where none waits for one. */
export function nextWaitExpiry(ctx: Ctx): Date | null {
  const [first] = providerWaits(ctx).map(({ expiresAt }) => expiresAt).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Fails runs that have waited for a provider for too long. Returns how many. */
export function expireWaits(ctx: Ctx<ExecutorLive>): number {
  const now = ctx.now().toISOString();
  const expired = providerWaits(ctx).filter(({ expiresAt }) => expiresAt <= now);
  for (const { run, detail } of expired) {
    failRun(ctx, run, "provider_unavailable", `No provider came. ${detail}`);
  }
  return expired.length;
}

function providerWaits(ctx: Ctx): { run: RunDocument; detail: string; expiresAt: string }[] {
  return idsOf(ctx, "waiting").flatMap((id) => {
    const run = ctx.store.documents.get(runStream, id)!;
    const { kind, detail, expiresAt } = run.waitingFor ?? {};
    return kind === "dependency" && expiresAt !== undefined ? [{ run, detail: detail!, expiresAt }] : [];
  });
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
