import { type ApprovalDocument, approvalStream } from "../../store/approvals/stream.ts";
import type { RunDocument } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { moveRun } from "../lifecycle/runs.ts";
import {
  buildBundle,
  type Control,
  findDrift,
  mergeOnto,
  namedDirectory,
  pinBase,
  replacementProblem,
  retain,
} from "../repositories/mod.ts";
import { requireRun, showRun } from "../runs/read_model.ts";
import type { Run } from "../runs/schemas.ts";
import { controlOf } from "./flow/step_context.ts";
import type { ExecutorLive } from "./live.ts";

type Base = NonNullable<RunDocument["base"]>;
type Merged = { base: Base; tree: string; commit: string };

/** How many paths a sentence names. */
const NAMED = 10;

/**
 * Merges the change that waits for a decision anew onto what HEAD of the repository names now, to be verified and shown in a
 * round of its own. The checkpoint before no longer counts.
 *
 * @throws {InvalidError} when there is no such change, or it cannot be put there; then nothing was changed
 */
export async function rebaseRun(ctx: Ctx<ExecutorLive>, id: string): Promise<Run> {
  const { run, approval } = requireShown(ctx, id);
  const merged = await mergeNow(ctx, run);
  ctx.write(() => {
    const now = requireShown(ctx, id);
    if (now.approval.id !== approval.id || now.run.round !== run.round) {
      throw new InvalidError(`The run ${id} went on meanwhile. Look at its newest review.`);
    }
    moveApproval(ctx, approval.id, "supersede", {
      detail: "The change was put on top of the present state; a new checkpoint shows it.",
    });
    const data = { round: run.round + 1, ...merged };
    record(ctx, runStream, id, [{ type: "run.rebased", data }], contextOf(run));
    moveRun(ctx, id, "proceed", { reason: "the change was put on top of the present state" });
  });
  await ctx.settled();
  return showRun(ctx, requireRun(ctx, id));
}

/** The run and the checkpoint that shows its change: one that waits, or that was approved and found stale. */
function requireShown(ctx: Ctx, id: string): { run: RunDocument; approval: ApprovalDocument } {
  const run = requireRun(ctx, id);
  const approval = run.approvalId ? ctx.store.documents.get(approvalStream, run.approvalId) : null;
  const isOpen = approval?.status === "pending" || approval?.application === "stale";
  if (!approval || !isOpen || !run.result || run.status !== "waiting") {
    throw new InvalidError(
      `The run ${id} is ${run.status} and shows no patch for a decision, so there is nothing to put on top.`,
    );
  }
  return { run, approval };
}

/** Makes the change on the present state and keeps it, when that can be done and written there. */
async function mergeNow(ctx: Ctx<ExecutorLive>, run: RunDocument): Promise<Merged> {
  const before = run.base!;
  const { root } = before;
  const control = await controlOf(ctx, run);
  const origin = { ...before, directory: namedDirectory(before) };
  const replaced = await replacementProblem(control, ctx.config.storageDirectory, origin);
  if (replaced !== null) throw new InvalidError(`${replaced} Nothing was changed.`);
  const base: Base = { ...before, snapshot: undefined, ...await pinBase(control) };
  const at = base.snapshot ? "what the directory holds now" : `the commit ${base.commit.slice(0, 12)}`;
  if (base.commit === before.commit) {
    throw new InvalidError(
      `${root} is still at ${at}, which the work began from. Commit what you changed there, or put it back.`,
    );
  }
  const change = { from: before.commit, to: run.result!.commit };
  const merged = await mergeOnto(control, change, base.commit, run.createdAt);
  if ("conflicts" in merged) {
    throw new InvalidError(
      `The change cannot be put on top of ${at}: ${
        named(merged.conflicts)
      } changed there too, in ways that exclude each other. Nothing was changed. Ask for rework, or reject it.`,
    );
  }
  await requireWritable(control, base, merged.tree, at);
  await retain(control, run.id, `base-${base.commit}`, base.commit);
  await retain(control, run.id, `result-${merged.commit}`, merged.commit);
  return { base, ...merged };
}

/** Throws `InvalidError` where there is nothing left to write, or where files that are to be written differ from the base. */
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
      `${root} holds the whole change already, at ${at}. Reject the review: there is nothing left to write.`,
    );
  }
  const drift = await findDrift(root, manifest);
  if (drift.length > 0) {
    throw new InvalidError(
      `The files of ${root} differ from ${at} where the change is to be written: ${
        named(drift.map(({ path }) => path))
      }. Nothing was changed. Commit or stash what is not committed, and ask again.`,
    );
  }
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, NAMED).join(", ")}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ""}`;
