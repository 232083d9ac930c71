import type { ApplyingLive } from "../../control/approvals/applying.ts";
import type { OutboundLive } from "../../accounts/outbound/part.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import type { TranscriptsLive } from "../../sessions/transcripts/live.ts";
import type { MonitorLive } from "../../sessions/models/providers/mod.ts";
import type { MachinesLive } from "../../workforce/worker_machines/leases/mod.ts";
import type { ConnectorsLive } from "../../workforce/connectors/program.ts";
import type { WorkersLive } from "../../workforce/workers/live.ts";

/** What the context holds where runs are executed and decided. */
export type ExecutorLive =
  & ExecutionLive
  & ApplyingLive
  & WorkersLive
  & ConnectorsLive
  & TranscriptsLive
  & OutboundLive
  & MonitorLive
  & MachinesLive
  & {
    /** How many nodes of a workflow one run executes at most. */
    maxExecutions: number;
  };
