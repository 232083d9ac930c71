import type { ApprovalDocument } from "../../store/approvals/stream.ts";
import type { Core, Ctx } from "./context.ts";

/** What came of doing what was approved. `stale`: it was looked at again and is no longer so; nothing was written. */
export type Applied = { outcome: "applied" } | { outcome: "stale" | "failed"; detail: string };

/** One attempt to do it. `again` says that an attempt before this one may have done it, wholly or in part. */
export type Attempt = { again: boolean; signal: AbortSignal };

/** Awaited at every point where a crash has to be survived; only tests do something there. */
type Boundary = (point: string) => void | Promise<void>;

/** An attempt of a domain that is tested by crashes at points of its own. */
export type BoundedAttempt = Attempt & { boundary: Boundary };

/** What a human says that they looked at. */
export type ReviewFlags =
  & Readonly<Record<"reviewedEvidence" | "reviewedHashes" | "reviewedPolicyClass", boolean>>
  & { response?: Readonly<Record<string, unknown>> | undefined };

/** What a decision does for one policy class. The functions without a promise run in the decision's unit. */
export type Applier<Service extends Core> = {
  /** Throws `InvalidError` where what was reviewed can no longer be approved. */
  check?: (ctx: Ctx<Service>, approval: ApprovalDocument, flags: ReviewFlags) => void;
  approved?: (ctx: Ctx<Service>, approval: ApprovalDocument) => void;
  rejected?: (ctx: Ctx<Service>, approval: ApprovalDocument, note: string | undefined) => void;
  /** Called when it expired or was taken back; `detail` says why. */
  ended?: (ctx: Ctx<Service>, approval: ApprovalDocument, detail: string) => void;
  /**
   * Writes to a system outside, for `external-write`. Called after the intent is on disk, and after a crash again, until
   * its result is recorded: where `again` is true it has to find out first whether it was done already.
   */
  apply?: (ctx: Ctx<Service>, approval: ApprovalDocument, attempt: BoundedAttempt) => Promise<Applied>;
};

/** What approvals may be about besides runs, declared in the `part.ts` of the domain whose records they are. */
export type Subject<Service extends Core = Core> = {
  kind: string;
  /** Whether the agent token may read its approvals in the queue. */
  agentReads: boolean;
  appliers: Partial<Record<ApprovalDocument["policyClass"], Applier<Service>>>;
};
