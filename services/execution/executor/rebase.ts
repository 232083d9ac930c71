import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { moveApproval } from "../../control/lifecycle/approvals.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import {
  buildBundle,
  type Control,
  findDrift,
  lackingIn,
  mergeOnto,
  namedDirectory,
  pinBase,
  replacementProblem,
  retain,
} from "../../machine/repositories/mod.ts";
import { requireRun, showRun } from "../../control/runs/read_model.ts";
import type { Run } from "../../control/runs/schemas.ts";
import { beginAgain, waitsForFailedTask } from "./begin_again.ts";
import { withObjectsOf } from "../commands/control.ts";
import { requireResult } from "../commands/result_tree.ts";
import type { ExecutorLive } from "../commands/live.ts";

type Base = NonNullable<RunDocument["base"]>;
type Merged = { base: Base; tree: string; commit: string };

/** How many paths a sentence names. */
const NAMED = 10;

/**
 * Merges the change that waits for a decision onto the repository's current HEAD, to be verified and shown in a new round. The
 * earlier checkpoint no longer counts. A run that waits because a task failed begins its tasks again from there.
 *
 * @throws {InvalidError} when there is no such change or it cannot be merged; nothing has changed then
 */
export async function rebaseRun(ctx: Ctx<ExecutorLive>, id: string): Promise<Run> {
  const failed = requireRun(ctx, id);
  if (waitsForFailedTask(ctx, failed)) {
    await beginAgain(ctx, failed);
    await ctx.settled();
    return showRun(ctx, requireRun(ctx, id));
  }
  const { run, approval } = requireShown(ctx, id);
  const merged = await withObjectsOf(ctx, id, (control) => mergeNow(ctx, control, run));
  ctx.write(() => {
    const now = requireShown(ctx, id);
    if (now.approval.id !== approval.id || now.run.round !== run.round) {
      throw new InvalidError(`The run ${id} has continued in the meantime. Open its newest review.`);
    }
    moveApproval(ctx, approval.id, "supersede", {
      detail: "The change was merged onto the current state. A new checkpoint shows it.",
    });
    const data = { round: run.round + 1, ...merged };
    record(ctx, runStream, id, [{ type: "run.rebased", data }], contextOf(run));
    moveRun(ctx, id, "proceed", { reason: "the change was merged onto the current state" });
  });
  await ctx.settled();
  return showRun(ctx, requireRun(ctx, id));
}

/** Returns the run and the checkpoint that shows its change: pending, or approved and found stale. */
function requireShown(ctx: Ctx, id: string): { run: RunDocument; approval: ApprovalDocument } {
  const run = requireRun(ctx, id);
  const approval = run.approvalId ? ctx.store.documents.get(approvalStream, run.approvalId) : null;
  const isOpen = approval?.status === "pending" || approval?.application === "stale";
  if (!approval || !isOpen || !run.result || run.status !== "waiting") {
    throw new InvalidError(
      `The run ${id} is ${run.status} and has no patch waiting for a decision, so there is nothing to rebase.`,
    );
  }
  return { run, approval };
}

/** Merges the change onto the current state and stores it, if it can be written there. */
async function mergeNow(ctx: Ctx<ExecutorLive>, control: Control, run: RunDocument): Promise<Merged> {
  const before = run.base!;
  const { repositoryId, root, prefix, kind } = before;
  const origin = { ...before, directory: namedDirectory(before) };
  const replaced = await replacementProblem(control, ctx.config.storageDirectory, origin);
  if (replaced !== null) throw new InvalidError(`${replaced} Nothing was changed.`);
  const now = await pinBase(control);
  const base: Base = {
    repositoryId,
    root,
    ...(prefix !== undefined && { prefix }),
    kind,
    ...now,
    ...await lackingIn(control, now),
  };
  const at = base.snapshot ? "what the directory holds now" : `the commit ${base.commit.slice(0, 12)}`;
  if (base.commit === before.commit) {
    throw new InvalidError(
      `${root} is still at ${at}, from which the work began. Commit your changes there, or undo them.`,
    );
  }
  const change = { from: before.commit, to: (await requireResult(ctx, control, run)).resultTree };
  const merged = await mergeOnto(control, change, base.commit, run.createdAt);
  if ("conflicts" in merged) {
    throw new InvalidError(
      `The change cannot be merged onto ${at}: ${
        named(merged.conflicts)
      } changed there too, and the changes conflict. Nothing was changed. Ask for rework, or reject it.`,
    );
  }
  await requireWritable(control, base, merged.tree, at);
  await retain(control, run.id, `base-${base.commit}`, base.commit);
  await retain(control, run.id, `result-${merged.commit}`, merged.commit);
  return { base, ...merged };
}

/** Throws `InvalidError` where nothing is left to write, or where files to be written differ from the base. */
async function requireWritable(
  control: Control,
  { commit, tree, root }: Base,
  resultTree: string,
  at: string,
): Promise<void> {
  const trees = { baseCommit: commit, baseTree: tree, resultTree };
  const { manifest } = await buildBundle(control, trees);
  if (manifest.files.length === 0) {
    throw new InvalidError(
      `${root} already contains the whole change, at ${at}. Reject the review: nothing is left to write.`,
    );
  }
  const drift = await findDrift(root, manifest);
  if (drift.length > 0) {
    throw new InvalidError(
      `Files in ${root} that the change would write differ from ${at}: ${
        named(drift.map(({ path }) => path))
      }. Nothing was changed. Commit or stash your changes, and try again.`,
    );
  }
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, NAMED).join(", ")}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ""}`;
