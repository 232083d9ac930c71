import { z } from "zod";
import { jsonIn } from "../../../sessions/models/clients/mod.ts";
import { MAX_TASKS } from "../../recipes/plan.ts";
import type { PlannedTask } from "../../workers/worker.ts";

/** What a model answers when it plans. */
export const planSchema = z.object({
  tasks: z.array(z.object({
    id: z.string().min(1).max(64).describe("a short name that no other task has"),
    title: z.string().min(1).max(200).describe("what the task does, in a few words"),
    instructions: z.string().min(1).max(20_000).describe("everything that the task's worker needs to know"),
    dependsOn: z.array(z.string()).max(MAX_TASKS).describe(
      "ids of tasks whose results it builds on",
    ),
  })).min(1).max(MAX_TASKS),
});
type ModelPlan = z.output<typeof planSchema>;

/** Returns the plan in a model's answer, or everything that is wrong with it, in sentences for the model. */
export function parsePlan(text: string): { tasks: PlannedTask[] } | { problems: string[] } {
  const json = jsonIn(text);
  if (json === undefined) return { problems: ["The answer is not JSON."] };
  const parsed = planSchema.safeParse(json);
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.slice(0, 10).map(({ path, message }) =>
        `${path.join(".") || "the answer"}: ${message}`
      ),
    };
  }
  const problems = graphProblems(parsed.data);
  return problems.length > 0 ? { problems } : { tasks: inOrder(parsed.data) };
}

function graphProblems({ tasks }: ModelPlan): string[] {
  const ids = tasks.map(({ id }) => id);
  const twice = ids.filter((id, i) => ids.indexOf(id) < i);
  if (twice.length > 0) return [`More than one task has the id "${twice[0]}".`];
  const unknown = tasks.flatMap(({ id, dependsOn }) =>
    dependsOn.filter((other) => !ids.includes(other)).map((other) =>
      `"${id}" depends on "${other}", which is not a task.`
    )
  );
  if (unknown.length > 0) return unknown;
  const circle = ordered(tasks).circle;
  return circle.length === 0
    ? []
    : [`The tasks ${circle.map((id) => `"${id}"`).join(", ")} depend on each other in a cycle.`];
}

type Task = ModelPlan["tasks"][number];

/** Returns the tasks, each after its dependencies; `circle` lists those that cannot be ordered. */
function ordered(tasks: readonly Task[]): { order: Task[]; circle: string[] } {
  const order: Task[] = [];
  const done = new Set<string>();
  for (let left = [...tasks]; left.length > 0;) {
    const next = left.find(({ dependsOn }) => dependsOn.every((id) => done.has(id)));
    if (!next) return { order, circle: left.map(({ id }) => id) };
    done.add(next.id);
    order.push(next);
    left = left.filter((task) => task !== next);
  }
  return { order, circle: [] };
}

/** Returns the tasks with their standard names: `task_1`, `task_2` … */
function inOrder({ tasks }: ModelPlan): PlannedTask[] {
  const { order } = ordered(tasks);
  const names = new Map(order.map(({ id }, i) => [id, `task_${i + 1}`]));
  return order.map(({ id, title, instructions, dependsOn }) => ({
    id: names.get(id)!,
    title,
    instructions,
    dependsOn: [...new Set(dependsOn)].map((other) => names.get(other)!),
    commands: [],
  }));
}
