import { runStream } from "../../../store/runs/stream.ts";
import { record } from "../../kernel/context.ts";
import type { StepContext } from "../flow/step_context.ts";
import { counted } from "../../kernel/words.ts";
import { expireGuidance } from "../../lifecycle/guidance.ts";
import { moveRun } from "../../lifecycle/runs.ts";

/** Says what was done, and completes the run. */
export async function report(step: StepContext): Promise<void> {
  const run = step.run();
  const { bundle, evaluation, base } = run;
  const detail = run.appliedAt
    ? `Wrote ${counted(bundle!.files, "file")} to ${base!.root}, +${bundle!.additions} −${bundle!.deletions}.`
    : "The work changed no file, so there was nothing to approve.";
  const sessions = step.sessions();
  const summary = [
    `Asked for: ${run.request.slice(0, 500)}`,
    `Did ${counted(sessions.length, "task")}.`,
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
