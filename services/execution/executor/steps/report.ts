import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import type { RunPort } from "../../commands/ports.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { expireGuidance } from "../../../control/lifecycle/guidance.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";

/** Returns what was delivered, with the commands for a person to continue with. None of them is executed here. */
function delivered({ kind, branch, commit, path }: NonNullable<RunDocument["delivery"]>): string {
  const short = commit.slice(0, 12);
  return kind === "branch"
    ? `Wrote the commit ${short} as the new branch ${branch}. For a pull request: git push -u origin ${branch} && gh pr create --head ${branch} --fill`
    : `Made the commit ${short} as a patch for git am, stored as the run's artifact ${path}. Nothing was written.`;
}

/** Says what was done, and completes the run. */
export async function completeRun(step: RunPort): Promise<void> {
  const run = step.run();
  const { bundle, evaluation, base } = run;
  const detail = run.delivery
    ? delivered(run.delivery)
    : run.trial
    ? `Changed ${counted(bundle!.files, "file")} for a trial. Nothing was written.`
    : run.appliedAt
    ? `Wrote ${counted(bundle!.files, "file")} to ${base!.root}, +${bundle!.additions} −${bundle!.deletions}.`
    : "The work changed no files, so there was nothing to approve.";
  const sessions = step.sessions();
  const summary = [
    `Request: ${run.request.slice(0, 500)}`,
    `Completed ${counted(sessions.length, "task")}.`,
    evaluation!.detail.slice(0, 1000),
    detail,
  ].join("\n");
  await step.advance(run.round, () => {
    record(step.ctx, runStream, run.id, [
      { type: "run.reported", data: { id: step.ctx.newId("report"), kind: "final", summary } },
    ], step.context());
    expireGuidance(step.ctx, run);
    moveRun(step.ctx, run.id, "complete", { detail });
  });
}
