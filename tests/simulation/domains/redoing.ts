import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, one, type Read } from "../command.ts";
import { isPlain, resultOf } from "./repairs.ts";
import type { RunModel } from "./run_model.ts";
import { type Runs, someone } from "./runs.ts";

/** A task of a run, or a node of a workflow, is done again, with what depends on it. */
export const redoing = (runs: Runs): Command[] => [
  { name: "retry a task", weight: 2.5, plan: (random, read) => retryTask(runs, random, read) },
  { name: "retry a node", weight: 2.5, plan: (random, read) => retryNode(runs, random, read) },
];

async function retryTask(runs: Runs, random: Random, read: Read): Promise<Deed | null> {
  const plain = runs.kept.filter((run) => isPlain(run) && !run.wasEntered && run.again.length === 0);
  const shown = plain.filter((run) => run.isStale || resultOf(run) !== null);
  const run = await runs.seen(
    read,
    (random.next() < 0.9 ? one(random, shown) : null) ??
      one(random, plain.filter(({ hasEnded }) => hasEnded)),
  );
  const task = run && one(random, run.tasks);
  if (!run || task === null || !(run.hasEnded || run.isStale || resultOf(run))) return null;
  return retry(runs, run, task, random);
}

async function retryNode(runs: Runs, random: Random, read: Read): Promise<Deed | null> {
  const waiting = runs.kept.filter(({ flow, status, wasEntered }) =>
    flow !== null && status === "waiting" && !wasEntered
  );
  const run = await runs.seen(read, one(random, waiting));
  if (run?.status !== "waiting" || run.decision !== null) return null;
  const task = one(random, run.tasks.filter((path) => run.flow!.mayRedo(path)));
  return task === null ? null : retry(runs, run, task, random);
}

function retry(runs: Runs, run: RunModel, task: string, random: Random): Deed {
  const token = someone(random);
  return {
    state: `${run.state}${resultOf(run) === null ? "" : ", a result"}`,
    asked: {
      method: "POST",
      path: `/runs/${run.id}/task-cards/${task}/retry`,
      body: {},
      ...(token !== undefined && { token }),
    },
    isAnswered: true,
    // A machine may take it again before there is an answer.
    before: () => {
      run.redone++;
      return Promise.resolve();
    },
    judge: (answer) => {
      answered(answer, run.hasEnded ? 400 : 200);
      if (!run.hasEnded) run.isStale = false;
    },
    after: (read) => runs.lookAt(read, run),
  };
}
