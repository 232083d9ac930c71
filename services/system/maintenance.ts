import { approvalStream } from "../../store/approvals/stream.ts";
import { truncateLog } from "../../store/erase.ts";
import { removePending } from "../../store/pending_files.ts";
import { IdempotencyTable } from "../../store/idempotency.ts";
import { runStream } from "../../store/runs/stream.ts";
import { systemStream } from "../../store/system/stream.ts";
import { takeScheduledBackup } from "../backups/schedule.ts";
import { contextFor, type Ctx, record, type Service } from "../kernel/context.ts";
import { failRun } from "../runs/end.ts";
import { expireMaterial } from "../material/erase.ts";
import { runMemoryMaintenance } from "../memory/maintain.ts";
import { idsOf } from "../executor/flow/recovery.ts";
import { contextOf } from "../runs/event_context.ts";
import { forgetEnded } from "../executor/flow/forget_ended.ts";

/** What one pass of maintenance did. */
export type MaintenanceReport = {
  expiredApprovals: number;
  expiredWaits: number;
  forgottenAnswers: number;
  stuckRuns: number;
};

const PAGE = 200;
const ANSWER_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Keeps house: lets approvals and waits expire, forgets old answers and what ended runs left. Nothing that a human decides is decided here. */
export class Maintenance {
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(readonly service: Service) {}

  /** Runs a pass every so often; an interval of 0 never. */
  start(): void {
    const interval = this.service.config.maintenanceIntervalMilliseconds;
    if (interval === 0) return;
    this.#timer = setInterval(() => {
      this.runOnce().catch((cause) => this.service.log.error("Maintenance failed", cause));
    }, interval);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** One pass; resolves when what it did is on disk. */
  async runOnce(): Promise<MaintenanceReport> {
    const ctx = contextFor(this.service, "system");
    const report = await this.service.store.commit(() => {
      const report = {
        expiredApprovals: expireApprovals(ctx),
        expiredWaits: expireWaits(ctx),
        forgottenAnswers: forgetAnswers(ctx),
        stuckRuns: reportStuckRuns(ctx),
      };
      runMemoryMaintenance(ctx);
      expireMaterial(ctx);
      const { expiredApprovals, forgottenAnswers } = report;
      record(ctx, systemStream, "service", [
        { type: "system.maintenance_completed", data: { expiredApprovals, forgottenAnswers } },
      ]);
      return report;
    });
    await removePending(this.service.store, this.service.artifacts);
    await truncateLog(this.service.store);
    takeScheduledBackup(ctx);
    await ctx.settled();
    await this.#clear();
    return report;
  }

  /** What cannot be removed now is tried again in the next pass. */
  async #clear(): Promise<void> {
    try {
      await forgetEnded(this.service);
      await this.service.execution.prune();
    } catch (cause) {
      this.service.log.error("What ended runs left could not be removed", cause);
    }
  }
}

/** Approvals all live equally long, so the oldest pending ones are the first to expire. */
function expireApprovals(ctx: Ctx): number {
  const now = ctx.now().toISOString();
  const expired = ctx.store.documents.find(approvalStream, { status: "pending" }, { limit: PAGE })
    .filter((approval) => approval.expiresAt <= now);
  for (const approval of expired) {
    const run = ctx.store.documents.get(runStream, approval.runId);
    const detail = `Nobody decided it by ${approval.expiresAt}.`;
    const context = run ? contextOf(run) : { runId: approval.runId };
    record(ctx, approvalStream, approval.id, [{ type: "approval.expired", data: { detail } }], context);
    if (run) failRun(ctx, run, "approval_expired", `The approval ${approval.id} expired. ${detail}`);
  }
  return expired.length;
}

function expireWaits(ctx: Ctx): number {
  const now = ctx.now().toISOString();
  const expired = idsOf(ctx, "waiting").map((id) => ctx.store.documents.get(runStream, id)!)
    .filter(({ waitingFor }) => waitingFor?.kind === "dependency" && (waitingFor.expiresAt ?? "9") <= now);
  for (const run of expired) {
    failRun(ctx, run, "provider_unavailable", `No provider came. ${run.waitingFor!.detail}`);
  }
  return expired.length;
}

/** A run that is running while nobody moves it is a fault of this service: it is said aloud, never passed over. */
function reportStuckRuns(ctx: Ctx): number {
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

function forgetAnswers(ctx: Ctx): number {
  const before = new Date(ctx.now().getTime() - ANSWER_LIFETIME_MILLISECONDS).toISOString();
  return new IdempotencyTable(ctx.store.database).forget(before, 10_000);
}
