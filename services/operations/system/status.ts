import { approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { OPEN_AS_LISTED } from "../../../store/shared/run_states.ts";
import { systemStream } from "../../../store/system/stream.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { spendStatus } from "../../sessions/models/budgets/mod.ts";
import { providersStatus } from "../../sessions/models/providers/mod.ts";
import { blockedClassRecords, HUMAN_ONLY_ACTIONS } from "../../ground/policy/classes.ts";
import { summariseRun } from "../../control/runs/read_model.ts";
import { accessMode, accessSentence } from "../../ground/kernel/access_mode.ts";
import { openIntegrityWarnings } from "../notifications/open.ts";
import type { CommandSandbox, ControlPlaneStatus } from "./schemas.ts";
import { ticketQueueTrouble } from "../../workforce/worker_machines/queue/mod.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import type { HeldLoop } from "./held_loop.ts";
import type { ExecutorLive } from "../../execution/commands/live.ts";
import type { IntegrityLive } from "../../ground/kernel/integrity.ts";
import {
  type DescribedSettings,
  describeLimits,
  describeOpenings,
  describeSettings,
  TURN_ON,
  UNCONFINED_REACH,
} from "../../machine/processes/sandbox/mod.ts";

/** What a context has for the state of the whole service. */
type SystemLive = ExecutorLive & IntegrityLive & { heldLoop: HeldLoop };

/** How many runs of each kind the status shows. */
const SHOWN = 20;

/** Returns the state of the service at a glance. Its cost grows with the queue, but not with what else is stored. */
export async function controlPlaneStatus(ctx: Ctx<SystemLive>): Promise<ControlPlaneStatus> {
  const { config } = ctx;
  const sandbox = commandSandbox(ctx, await describeSettings(config.storageDirectory));
  const system = ctx.store.documents.get(systemStream, "service");
  const newest = (status: string) =>
    ctx.store.documents.find(runStream, { archivedAt: null, status }, {
      limit: SHOWN + 1,
      newestFirst: true,
    });
  const allActive = OPEN_AS_LISTED.flatMap(newest);
  const active = allActive.slice(0, SHOWN).map((run) => summariseRun(ctx, run));
  const failed = newest("failed");
  const slots = ctx.execution.slots();
  const approvals = ctx.store.documents.counts(approvalStream);
  const head = ctx.store.chainHead;
  return {
    version: VERSION,
    startedAt: ctx.startedAt.toISOString(),
    serverConfig: {
      host: config.host,
      port: ctx.port(),
      storageDirectory: config.storageDirectory,
      workers: config.workers,
      maintenanceIntervalMilliseconds: config.maintenanceIntervalMilliseconds,
      validateContracts: config.validateContracts,
      allowedOrigins: [...config.allowedOrigins],
    },
    authMode: accessMode(ctx),
    authDetail: accessSentence(ctx),
    agentTokenConfigured: config.agentToken !== null,
    logTailLinks: ["stdout", "stderr"].map((stream) => ({
      id: stream,
      href: `/control-plane/logs?stream=${stream}`,
    })),
    workerState: {
      status: slots.total === 0 ? "disabled" : slots.busy > 0 ? "busy" : "idle",
      slots,
      sandbox,
      maintenanceAt: system?.maintenanceAt ?? null,
    },
    unresponsive: ctx.heldLoop.describe(),
    ticketQueue: ticketQueueTrouble(ctx),
    activeRunSummaries: active,
    queueTotals: ctx.store.documents.counts(runStream),
    perRunQueueState: active.map(({ id, status, queuePlace }) => ({ id, status, position: queuePlace })),
    recentFailures: failed.slice(0, SHOWN).map((run) => summariseRun(ctx, run)),
    truncated: { activeRuns: allActive.length > SHOWN, recentFailures: failed.length > SHOWN },
    pendingApprovals: approvals.pending ?? 0,
    ...providersStatus(ctx),
    spend: spendStatus(ctx),
    riskBoundaryEnforcement: {
      enforced: true,
      commandSandbox: sandbox,
      blockedCapabilityClasses: blockedClassRecords(),
      humanOnlyActionClasses: [...HUMAN_ONLY_ACTIONS],
    },
    audit: {
      headSequence: head.seq,
      headHash: head.hash,
      integrityWarnings: openIntegrityWarnings(ctx),
      database: ctx.integrity.state,
    },
  };
}

/** Describes how commands of runs are confined on this machine; `fix` is what would confine them better. */
function commandSandbox(
  service: Pick<Core & SystemLive, "sandbox">,
  { off, rule, sentence }: DescribedSettings,
): CommandSandbox {
  const sandbox = service.sandbox.state;
  if (!sandbox.available || off) {
    const { reason, fix } = sandbox.available ? { reason: sentence, fix: TURN_ON } : sandbox;
    const detail = `Commands of runs are not confined: ${reason} They run as this user, in their own ` +
      `worktree, with an allow-list of environment variables, and with access to ${UNCONFINED_REACH}.`;
    return { enforced: false, kind: "none", version: null, detail, fix };
  }
  const detail =
    "Commands of runs are confined: they can write to their worktree and their own temporary files, cannot see " +
    "this user's home or this service's storage, processes and environment, and have no network access. Setup " +
    "commands can reach package registries through a proxy of this service, but not this service itself " +
    `or anything else of this machine. ${describeLimits(sandbox.groups)} ` +
    [describeOpenings(sandbox, rule), sentence, "To change this, edit sandbox.json in the storage directory."]
      .filter((text) => text !== "").join(" ");
  return {
    enforced: true,
    kind: "bubblewrap",
    version: sandbox.version,
    detail,
    fix: null,
  };
}
