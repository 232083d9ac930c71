import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Contender, PickedPart } from "../../../../store/runs/race.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import {
  commitTree,
  type Control,
  mergeResults,
  retain,
  selectHunks,
} from "../../../machine/repositories/mod.ts";
import { findResult } from "../../commands/result_tree.ts";
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
    const { patchSha256, manifestSha256 } = results[index]!.bundle!;
    const manifest = await findResult(ctx, control, { patchSha256, manifestSha256 });
    if (manifest === null) {
      throw new InvalidError(
        `The result of contender ${contender} is no longer there, and its patch does not fit. Pick another one, or retry the run.`,
      );
    }
    const tree = hunks
      ? await selectHunks(control, manifest, await ctx.artifacts.read(patchSha256), hunks)
      : manifest.resultTree;
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
