import type { Ctx } from "../../../../ground/kernel/context.ts";
import { planRecipe } from "../../../../workforce/recipes/plan.ts";
import type { PlannedTask } from "../../../../workforce/workers/worker.ts";
import { chooseWorker } from "../../../../execution/tasks/choose_worker.ts";
import { counted } from "../../../../ground/kernel/words.ts";
import type { ExecutorLive } from "../../../../execution/commands/live.ts";

/** The plan of a request as far as it is known before a worker makes it. */
export type RequestPlan = { tasks: readonly PlannedTask[]; sentence: string };

type Asked = { request: string; worker?: { provider: string; model?: string | undefined } | undefined };

/** Describes the plan of a recipe, which is known at once; for other requests, who will plan it, or that no worker can yet. */
export function planOf(ctx: Ctx<ExecutorLive>, { request, worker }: Asked): RequestPlan {
  const named = worker && {
    provider: worker.provider,
    ...(worker.model !== undefined && { model: worker.model }),
  };
  const choice = chooseWorker(ctx, named ? { worker: named } : {}, request);
  if ("missing" in choice) return { tasks: [], sentence: `It will wait: ${choice.missing}` };
  const { provider, model } = choice.worker;
  if (provider !== "builtin") return { tasks: [], sentence: `${provider}/${model} will plan it.` };
  const plan = planRecipe(request, "parallel");
  if ("tasks" in plan) {
    const titles = plan.tasks.slice(0, 5).map(({ id, title }) => `${id} (${title})`).join(", ");
    const more = plan.tasks.length > 5 ? " and more" : "";
    return {
      tasks: plan.tasks,
      sentence: `The plan has ${counted(plan.tasks.length, "task")}: ${titles}${more}.`,
    };
  }
  const end = worker ? "it will fail as unsupported" : "it will wait until a model is configured";
  return {
    tasks: [],
    sentence:
      `The builtin worker does not understand this request, so ${end}. \`help\` lists the forms of a recipe.`,
  };
}
