import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { carryOut } from "../../../ground/effects/carry_out.ts";
import type { Outcome } from "../../../ground/effects/effect.ts";
import type { Applied, Attempt, Subject } from "../../../ground/kernel/subject.ts";
import { counted } from "../../../ground/kernel/words.ts";
import {
  applyBundle,
  type BundleManifest,
  findForeign,
  namedDirectory,
  type PathReport,
  replacementProblem,
  verifyApplied,
} from "../../../machine/repositories/mod.ts";
import { controlOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { withWriteLock } from "../../commands/write_lock.ts";
import { UNDO } from "./request.ts";

/** Approvals that undo what a run wrote: applied once, or not at all where the files have changed since. */
export const undoing: Subject<Core & ExecutorLive> = {
  kind: UNDO,
  agentReads: true,
  appliers: {
    "repo-write": {
      apply: (ctx, approval, attempt) => {
        const { base } = ctx.store.documents.get(runStream, approval.subject!.id) ?? {};
        if (!base) {
          return Promise.resolve({ outcome: "failed", detail: "The run was deleted in the meantime." });
        }
        return withWriteLock(base.root, () => writeUndo(ctx, approval, attempt));
      },
    },
  },
};

/** Its approval records the intent and the outcome. */
async function writeUndo(
  ctx: Ctx<ExecutorLive>,
  { id, subject, bundle }: ApprovalDocument,
  { again, signal, boundary }: Attempt,
): Promise<Applied> {
  const run = ctx.store.documents.get(runStream, subject!.id)!;
  const base = run.base!;
  const { root } = base;
  const { manifestSha256, contentSha256 } = bundle!;
  const manifest: BundleManifest = JSON.parse(await ctx.artifacts.readText(manifestSha256));
  const control = await controlOf(ctx, run);
  if (!again) {
    const origin = { ...base, directory: namedDirectory(base) };
    const replaced = await replacementProblem(control, ctx.config.storageDirectory, origin);
    if (replaced !== null) return { outcome: "stale", detail: `${replaced} Nothing was written.` };
    // What is as it was before needs no undo: a person did it, or an earlier undo that could not go on.
    const foreign = await findForeign(root, manifest);
    if (foreign.length > 0) return { outcome: "stale", detail: changedSince(foreign) };
  }
  await boundary("undo:begun");
  const write = async (): Promise<Outcome<null>> => {
    const result = await applyBundle({
      control,
      ...(contentSha256 !== undefined && { keptContent: ctx.artifacts.path(contentSha256) }),
      root,
      manifest,
      token: id.slice(-26),
      boundary: (point) => boundary(`undo:${point}`),
    }).catch((cause) => {
      if (cause instanceof InvalidError) return cause.message;
      throw cause;
    });
    if (typeof result === "string") return { kind: "refused", detail: result };
    if (result.ok) return { kind: "done", result: null };
    const untouched = result.report.every(({ state }) => state !== "after");
    return { kind: untouched ? "stale" : "refused", detail: changedSince(result.report, untouched) };
  };
  const verify = async (): Promise<Outcome<null>> => {
    const wrong = await verifyApplied(root, manifest);
    return wrong.length === 0
      ? { kind: "done", result: null }
      : { kind: "refused", detail: changedSince(wrong, false) };
  };
  const progress = again ? "begun" : "intended";
  const end = await carryOut({ kind: "undo", progress, perform: write, verify }, { signal, boundary });
  if (end.kind === "done") return { outcome: "applied" };
  return { outcome: end.kind === "stale" ? "stale" : "failed", detail: end.detail };
}

function changedSince(report: readonly PathReport[], untouched = true): string {
  const other = report.filter(({ state }) => state !== "after");
  const list = other.slice(0, 10).map(({ path, detail }) => `${path} (${detail})`).join(", ");
  return `${counted(other.length, "path")} changed since the run wrote: ${list}. ${
    untouched ? "Nothing was written." : "The rest was restored."
  }`;
}
