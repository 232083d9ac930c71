import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Contender, PickedPart } from "../../../../store/runs/race.ts";
import { requireManifest } from "../../../control/approvals/manifest.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import {
  commitTree,
  type Control,
  hasObjects,
  mergeResults,
  retain,
  selectHunks,
  treeWithPatch,
} from "../../../machine/repositories/mod.ts";
import type { ExecutorLive } from "../../commands/live.ts";

/**
 * Combines what was picked of the results of several contenders, each of which has one; each part is a change of the base.
 *
 * @throws {InvalidError} when parts change the same lines, or a result that was lost cannot be made again from its patch
 */
export async function combine(
  ctx: Ctx<ExecutorLive>,
  control: Control,
  run: RunDocument,
  parts: readonly PickedPart[],
  results: readonly Contender[],
): Promise<{ tree: string; commit: string }> {
  const base = run.base!;
  const commits: string[] = [];
  for (const [index, { contender, hunks }] of parts.entries()) {
    const { result, bundle } = results[index]!;
    const manifest = requireManifest(ctx, bundle!.manifestSha256);
    const patch = await ctx.artifacts.read(bundle!.patchSha256);
    const isThere = await hasObjects(control, result!.commit);
    if (isThere && !hunks) {
      commits.push(result!.commit);
      continue;
    }
    // A restored backup has the patch of a result, but not its git objects.
    const whole = isThere ? manifest.resultTree : await remade(control, base.commit, patch);
    if (whole !== manifest.resultTree) {
      throw new InvalidError(
        `The result of contender ${contender} is no longer there, and its patch does not fit. Pick another one, or retry the run.`,
      );
    }
    const tree = hunks ? await selectHunks(control, manifest, patch, hunks) : whole;
    const message = `${run.id}: changes of contender ${contender}\n`;
    commits.push(await commitTree(control, { tree, parents: [base.commit], message, date: run.createdAt }));
  }
  const merged = await mergeResults(control, base.commit, commits, run.createdAt);
  if ("conflicts" in merged) {
    const [first, ...others] = parts.map(({ contender }) => contender);
    throw new InvalidError(
      `Contenders ${first} and ${others.join(", ")} change the same lines of ${
        merged.conflicts.slice(0, 10).join(", ")
      }, so these changes cannot be combined. Pick them from one contender.`,
    );
  }
  await retain(control, run.id, `result-${merged.commit}`, merged.commit);
  return { tree: merged.tree, commit: merged.commit };
}

/** Returns the tree of a base with a patch, whose objects are written again; null if the base is lost, or the patch does not fit. */
const remade = async (control: Control, base: string, patch: Uint8Array): Promise<string | null> =>
  await hasObjects(control, base) ? await treeWithPatch(control, `${base}^{tree}`, patch) : null;
