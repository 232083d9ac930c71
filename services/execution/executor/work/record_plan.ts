import { runStream } from "../../../../store/runs/stream.ts";
import type { SessionProfile } from "../../../../store/task_sessions/document.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { newSession } from "../../../control/lifecycle/task_sessions.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { record } from "../../../ground/kernel/context.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { sessionProfile } from "../../../workforce/profiles/session_profile.ts";
import { by, type RunPort } from "../../commands/ports.ts";
import type { Plan } from "./ask_for_plan.ts";

/** Records the tasks of a plan; without a profile they have that of workers. */
export async function recordPlan(
  step: RunPort,
  { worker, tasks, note }: Plan,
  stated: SessionProfile | undefined,
): Promise<void> {
  const { ctx, contender } = step;
  const run = step.run();
  const { provider, model } = worker;
  const text = `${JSON.stringify({ provider, model, tasks, note }, null, 2)}\n`;
  const content = await ctx.artifacts.write(ctx.redactor.facts(text));
  // The contenders of a race plan the same request, each for itself.
  const within = (taskId: string) => contender === undefined ? taskId : `${contender}-${taskId}`;
  await step.advance(run.round, () => {
    const role = "worker";
    const profile = stated ?? sessionProfile(ctx, { role, workflowTemplateId: run.workflowTemplateId });
    const named = tasks.map((task) => ({ taskId: within(task.id), taskSessionId: ctx.newId("task") }));
    recordArtifact(ctx, step.context(), content, {
      path: contender === undefined ? "plan.json" : `plan-${contender}.json`,
      purpose: "plan",
      previewType: "json",
      label: contender === undefined ? "Plan" : `Plan of contender ${contender}`,
      summary: `${counted(tasks.length, "task")} by ${provider}/${model}`,
      mediaType: "application/json",
    });
    tasks.forEach((task, i) => {
      const { taskId, taskSessionId } = named[i]!;
      const { title, instructions, commands } = task;
      const dependsOn = task.dependsOn.map(within);
      const about = { taskId, title, role, provider, model, instructions, dependsOn, commands, profile };
      const session = newSession({ ...about, ...by(step) });
      record(ctx, taskSessionStream, taskSessionId, [session], step.context(taskSessionId));
    });
    const data = { provider, model, planSha256: content.sha256, tasks: named, ...(note && { note }) };
    const planned = contender === undefined
      ? { type: "run.planned" as const, data }
      : { type: "run.contender_planned" as const, data: { contender, ...data } };
    record(ctx, runStream, run.id, [planned], step.context());
  });
}
