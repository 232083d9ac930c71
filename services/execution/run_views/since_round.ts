import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requireApproval } from "../../control/approvals/read_model.ts";
import { roundsBefore } from "../../control/approvals/rounds.ts";
import { withObjectsOf } from "../commands/control.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { findResult } from "../commands/result_tree.ts";
import { buildBundle, type BundleManifest, type Control, mergeOnto } from "../../machine/repositories/mod.ts";
import type { SinceRound } from "./since_schemas.ts";

/** A larger difference is not sent in one response. */
const MAX_PATCH_BYTES = 16 * 1024 * 1024;

/**
 * Returns the difference between the result of an earlier checkpoint of the same run and this one. @throws
 * {InvalidError} if `from` is not an earlier checkpoint of it @throws {UnavailableError} if the results are no longer
 * kept
 */
export async function sinceRound(ctx: Ctx<ExecutorLive>, id: string, from: string): Promise<SinceRound> {
  const approval = requireApproval(ctx, id);
  const earlier = roundsBefore(ctx, approval).find((each) => each.id === from);
  if (!earlier || !approval.bundle) {
    throw new InvalidError(`${from} is not an earlier round of the approval ${id}. See its rounds[].`);
  }
  const bundles = [earlier.bundle!, approval.bundle];
  const { patch, manifest } = await withObjectsOf(ctx, approval.runId, async (control) => {
    const [before, now] = await Promise.all(bundles.map((bundle) => findResult(ctx, control, bundle)));
    if (!before || !now) {
      throw new InvalidError(
        "The patch of one of the two rounds is no longer kept, so they cannot be compared.",
      );
    }
    return buildBundle(control, {
      baseCommit: before.baseCommit,
      baseTree: await onBaseOf(control, before, now) ?? before.resultTree,
      resultTree: now.resultTree,
    });
  });
  if (patch.length > MAX_PATCH_BYTES) {
    throw new InvalidError(
      `What changed since round ${earlier.round} is too large to show separately. See the complete change.`,
    );
  }
  return {
    id: from,
    round: earlier.round,
    patch: new TextDecoder("utf-8", { ignoreBOM: true }).decode(patch),
    files: manifest.files.map((file) => ({ id: file.path, ...file, hunks: [...file.hunks] })),
  };
}

/**
 * Returns the tree of the earlier change on the base of the later one, so that other changes to the branch are not part
 * of the difference; null if it cannot be applied there.
 */
async function onBaseOf(
  control: Control,
  before: BundleManifest,
  now: BundleManifest,
): Promise<string | null> {
  if (before.baseCommit === now.baseCommit) return null;
  const change = { from: before.baseTree, to: before.resultTree };
  const merged = await mergeOnto(control, change, now.baseCommit);
  return "conflicts" in merged ? null : merged.tree;
}
