import type { ApplyingLive } from "../approvals/applying.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { ExecutionLive } from "../runs/execution.ts";
import type { TranscriptsLive } from "../transcripts/live.ts";
import type { MonitorLive } from "../models/providers/mod.ts";
import type { WorkersLive } from "../workers/live.ts";

/** What the context holds where runs are executed and decided. */
export type ExecutorLive =
  & ExecutionLive
  & ApplyingLive
  & WorkersLive
  & TranscriptsLive
  & OutboundLive
  & MonitorLive
  & {
    /** How many nodes of a workflow one run executes at most. */
    maxExecutions: number;
  };
