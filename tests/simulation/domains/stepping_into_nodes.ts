import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, one, type Read, same } from "../command.ts";
import type { ShownTask } from "./flow.ts";
import { resultOf } from "./repairs.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";
import { type Entered, writeByHand } from "./stepping_in.ts";

/** States in which a task goes no further. */
const ENDED = ["completed", "failed", "cancelled", "skipped"];

/** A person steps into a node of a workflow, and changes a file there by hand. */
export const steppingIntoNodes = (runs: Runs): Command[] => [
  { name: "step into a node", weight: 3, plan: (random, read) => stepIn(runs, random, read) },
];

async function stepIn(runs: Runs, random: Random, read: Read): Promise<Deed | null> {
  const open = runs.kept.filter(({ flow, hasEnded }) => flow !== null && !hasEnded);
  const inside = open.filter(({ isInside }) => isInside);
  const run = await runs.seen(read, (random.next() < 0.4 ? one(random, inside) : null) ?? one(random, open));
  if (run === null || run.hasEnded) return null;
  const { tasks }: { tasks: (ShownTask & { status: string })[] } = await read(`/runs/${run.id}`);
  const known = tasks.filter(({ taskId }) => run.flow!.mayEnter(taskId) !== null);
  const fit = known.filter(({ taskId, status }) => run.flow!.mayEnter(taskId) && !ENDED.includes(status));
  const task = run.isInside
    ? tasks.find(({ taskId }) => taskId === run.taskInside)
    : (random.next() < 0.8 ? one(random, fit) : null) ?? one(random, known);
  if (task === undefined || task === null) return null;
  // Whoever steps into a result changes that, whichever node they name.
  const isResult = resultOf(run) !== null;
  const mayEnter = isResult || task.taskId === run.taskInside || run.flow!.mayEnter(task.taskId) === true;
  const hasEnded = !isResult && ENDED.includes(task.status);
  return {
    state: `${run.state}, ${mayEnter ? task.status : "no worktree"}`,
    asked: { method: "POST", path: `/runs/${run.id}/enter`, body: { taskId: task.taskId } },
    judge: (answer, repeated) => {
      // Whoever stepped into a result before a kill is in a task of their own.
      if (repeated && isResult && answer.status === 400) return void (run.wasEntered = true);
      judge(run, answer, mayEnter && !hasEnded);
    },
    after: (read) => runs.lookAt(read, run),
  };
}

function judge(
  run: RunModel,
  answer: { status: number; body: Entered & { shell?: unknown } },
  mayEnter: boolean,
) {
  if (run.status === "paused") return answered(answer, 400);
  // A node that has ended, or has no worktree, cannot be entered; of others it cannot be seen whether they are between two steps.
  if (!mayEnter || (answer.status === 400 && !run.isInside)) return answered(answer, 400);
  answered(answer, 200);
  run.wasEntered = run.isInside = true;
  const { state, directory, shell } = answer.body;
  same(shell !== null, state === "entered", `the way into ${run.name}`);
  if (state === "entered") writeByHand(run, directory);
}
