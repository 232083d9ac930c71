import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { moveApproval } from "../../../control/lifecycle/approvals.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { failRun } from "../../../control/runs/end.ts";
import type { Effect } from "../../../ground/effects/effect.ts";
import { record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { counted } from "../../../ground/kernel/words.ts";
import {
  applyBundle,
  type BundleManifest,
  compareBundle,
  ContentLostError,
  type PathReport,
  UnwritableError,
  verifyApplied,
} from "../../../machine/repositories/mod.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { deliver, type Delivered, isElsewhere } from "./deliver.ts";

/** The patch as an effect. What of it could not be written is reported by path. */
export function patchEffect(
  step: RunPort & WorkspacePort,
  run: RunDocument,
  approval: ApprovalDocument,
  manifest: BundleManifest,
): Effect<"patch", Delivered | null> {
  const { ctx } = step;
  const { root } = run.base!;
  const files = manifest.files.length;
  let report: readonly PathReport[] = [];
  const refuse = (left: readonly PathReport[], detail = conflictDetail(left)) => {
    report = left;
    return { kind: "refused" as const, detail };
  };
  return {
    kind: "patch",
    progress: approval.application === "ready" ? "new" : "begun",
    intend: () =>
      step.advance(run.round, () => {
        const data = { manifestSha256: run.bundle!.manifestSha256, files };
        moveApproval(ctx, approval.id, "startApplying", data);
      }),
    perform: async () => {
      try {
        if (isElsewhere(approval)) return { kind: "done", result: await deliver(step, run, approval) };
        const { contentSha256 } = run.bundle!;
        const written = await applyBundle({
          control: await step.control(),
          ...(contentSha256 !== undefined && { keptContent: ctx.artifacts.path(contentSha256) }),
          root,
          manifest,
          token: approval.id.slice(-26),
          boundary: (point) => step.boundary(`apply:${point}`),
        });
        return written.ok ? { kind: "done", result: null } : refuse(written.report);
      } catch (cause) {
        if (cause instanceof InvalidError) return refuse([], cause.message);
        if (!(cause instanceof ContentLostError || cause instanceof UnwritableError)) throw cause;
        const left = isElsewhere(approval) ? [] : await compareBundle(root, manifest);
        const paths = cause instanceof UnwritableError && left.length > 0 ? ` ${conflictDetail(left)}` : "";
        return refuse(left, cause.message + paths);
      }
    },
    verify: async (delivered) => {
      const wrong = delivered === null ? await verifyApplied(root, manifest) : [];
      return wrong.length === 0 ? { kind: "done", result: delivered } : refuse(wrong);
    },
    record: (outcome) =>
      outcome.kind === "done"
        ? step.advance(run.round, () => {
          outcome.result?.recordFile();
          const delivery = outcome.result && { delivery: outcome.result.delivery };
          moveApproval(ctx, approval.id, "applied", { files, ...delivery });
          const data = { approvalId: approval.id, files, ...delivery };
          record(ctx, runStream, run.id, [{ type: "run.patch_applied", data }], step.context());
        })
        : conflict(step, run, report, outcome.detail),
  };
}

/** Names the paths that are in neither the old nor the new state. */
function conflictDetail(report: readonly PathReport[]): string {
  const other = report.filter(({ state }) => state !== "after");
  return `Of ${counted(report.length, "path")}, ${
    report.length - other.length
  } were written as approved; these were not: ${listPaths(other)}. The apply report lists each.`;
}

/** Fails the run with a report of each path, so that a human can check it. */
async function conflict(
  step: RunPort,
  run: RunDocument,
  report: readonly PathReport[],
  detail: string,
): Promise<void> {
  const { ctx } = step;
  const stored = await storeReport(step, run, report);
  await step.advance(run.round, () => {
    stored.recordReport?.();
    const data = { detail, ...(stored.content && { reportSha256: stored.content.sha256 }) };
    moveApproval(ctx, run.approvalId!, "applyFailed", data);
    failRun(ctx, run, "apply_conflict", detail);
  });
}

/** Names the first ten paths of a report. */
export const listPaths = (report: readonly PathReport[]): string =>
  report.slice(0, 10).map(({ path, detail }) => `${path} (${detail})`).join(", ");

/** Stores the report of an attempt, and returns what records it in the unit of the result; nothing for an empty one. */
export async function storeReport(step: RunPort, run: RunDocument, report: readonly PathReport[]) {
  if (report.length === 0) return {};
  const content = await step.ctx.artifacts.write(`${JSON.stringify(report, null, 2)}\n`);
  const recordReport = () =>
    recordArtifact(step.ctx, step.context(), content, {
      path: `apply/round-${run.round}.json`,
      purpose: "apply-report",
      previewType: "json",
      label: "Apply report",
      summary: counted(report.length, "path"),
      mediaType: "application/json",
    });
  return { content, recordReport };
}
