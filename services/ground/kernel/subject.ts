import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { Reviewed } from "../../../store/shared/review_flags.ts";
import type { Core, Ctx } from "./context.ts";

/** The result of applying an approval. `stale`: it was checked again and no longer applies; nothing was written. */
export type Applied = { outcome: "applied" } | { outcome: "stale" | "failed"; detail: string };

/** Awaited at every point where a crash must be survived, with the run that is executed there; only tests do something there. */
export type Boundary = (point: string, runId?: string) => void | Promise<void>;

/** One attempt to apply an approval. `again` means that an earlier attempt may have applied it, wholly or in part. */
export type Attempt = { again: boolean; signal: AbortSignal; boundary: Boundary };

/** What a human confirms to have reviewed. */
export type ReviewFlags = Reviewed & { response?: Readonly<Record<string, unknown>> | undefined };

/** What a decision does for one policy class. The functions without a promise run in the decision's unit. */
export type Applier<Service extends Core> = {
  /** Throws `InvalidError` if what was reviewed can no longer be approved. */
  check?: (ctx: Ctx<Service>, approval: ApprovalDocument, flags: ReviewFlags) => void;
  approved?: (ctx: Ctx<Service>, approval: ApprovalDocument) => void;
  rejected?: (ctx: Ctx<Service>, approval: ApprovalDocument, note: string | undefined) => void;
  /** Called when it expired or was withdrawn; `detail` says why. */
  ended?: (ctx: Ctx<Service>, approval: ApprovalDocument, detail: string) => void;
  /**
   * Writes to an external system, for `external-write`. Called after the intent is on disk, and again after a crash
   * until its result is recorded: if `again` is true it must first find out whether it was already done.
   */
  apply?: (ctx: Ctx<Service>, approval: ApprovalDocument, attempt: Attempt) => Promise<Applied>;
};

/** What approvals may be about besides runs, declared in the `part.ts` of the domain that owns the records. */
export type Subject<Service extends Core = Core> = {
  kind: string;
  /** Whether the agent token may read its approvals in the queue. */
  agentReads: boolean;
  appliers: Partial<Record<ApprovalDocument["policyClass"], Applier<Service>>>;
};
