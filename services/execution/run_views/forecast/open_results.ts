import { openApprovals } from "../../../../store/approvals/open.ts";
import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { nextTurn } from "../../../ground/kernel/next_turn.ts";

/** How many open approvals are read before others are answered. */
const READ_AT_ONCE = 200;

/** A result that waits for its decision, and the run that made it. */
export interface WaitingResult {
  readonly approval: ApprovalDocument;
  readonly run: RunDocument;
  readonly bundle: NonNullable<ApprovalDocument["bundle"]>;
  readonly base: NonNullable<RunDocument["base"]>;
  readonly result: NonNullable<RunDocument["result"]>;
}

/** Returns the results for a working tree that wait for a decision, those that expire soonest first. */
export async function waitingIn({ store }: Pick<Ctx, "store">, root: string): Promise<WaitingResult[]> {
  const found: WaitingResult[] = [];
  for (let offset = 0;; offset += READ_AT_ONCE) {
    const page = openApprovals(store.documents, { limit: READ_AT_ONCE, offset });
    for (const approval of page) {
      const { bundle, subject, runId } = approval;
      const run = bundle && !subject ? store.documents.get(runStream, runId) : null;
      if (!bundle || run?.status !== "waiting" || run.base?.root !== root || !run.result) continue;
      found.push({ approval, run, bundle, base: run.base, result: run.result });
    }
    if (page.length < READ_AT_ONCE) return found;
    await nextTurn();
  }
}
