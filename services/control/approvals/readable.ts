import { openApprovals } from "../../../store/approvals/open.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { ApplyingLive } from "./applying.ts";
import type { ApprovalQueueQuery } from "./schemas.ts";

/** How many open approvals are read at once for those that match. */
const READ_AT_ONCE = 200;

type Query = Pick<ApprovalQueueQuery, "limit" | "offset" | "policyClass" | "asks">;

/** Returns one page of the open approvals that match and that the caller may read, what expires soonest first. */
export function readableApprovals(
  ctx: Ctx<ApplyingLive>,
  { policyClass, asks, ...page }: Query,
): ApprovalDocument[] {
  const { documents } = ctx.store;
  if (ctx.actor !== "agent" && policyClass === undefined && asks === undefined) {
    return openApprovals(documents, page);
  }
  const matches = (approval: ApprovalDocument): boolean =>
    mayRead(ctx, approval) &&
    (policyClass === undefined || approval.policyClass === policyClass) &&
    (asks === undefined || (approval.asks !== undefined) === asks);
  const found: ApprovalDocument[] = [];
  for (let offset = 0; found.length < page.offset + page.limit; offset += READ_AT_ONCE) {
    const read = openApprovals(documents, { limit: READ_AT_ONCE, offset });
    found.push(...read.filter(matches));
    if (read.length < READ_AT_ONCE) break;
  }
  return found.slice(page.offset, page.offset + page.limit);
}

/** The agent token can read approvals of runs, and of subjects that allow it. */
const mayRead = (ctx: Ctx<ApplyingLive>, { subject }: ApprovalDocument): boolean =>
  ctx.actor !== "agent" || !subject || (ctx.applying.subjects.get(subject.kind)?.agentReads ?? false);
