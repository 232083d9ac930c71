import type { Random } from "../../recovery/load/random.ts";
import { type Answer, answered, type Command, type Deed, holds, one, type Read, same } from "../command.ts";
import type { ShownTask } from "./flow.ts";
import type { Race, ShownRace } from "./race.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";
import { type Entered, readIn, writeIn } from "./stepping_in.ts";

type Racing = RunModel & { race: Race };
type Task = ShownTask & { id: string; status: string };

/** States in which a task goes no further. */
const ENDED = ["completed", "failed", "cancelled"];

/** A person steps into contenders of races, changes a file there by hand, and hands their tasks back. */
export const steppingIntoContenders = (runs: Runs): Command[] => [
  { name: "step into a contender", weight: 4, plan: (random, read) => stepIn(runs, random, read) },
  { name: "hand back a contender", weight: 2, plan: (random, read) => handBack(runs, random, read) },
];

/** Whether a run is that of a race. */
export const isRacing = (run: RunModel | null): run is Racing => run !== null && run.race !== null;

/** A race whose results are made, and the tasks of its contenders. */
async function chosen(runs: Runs, random: Random, read: Read) {
  const open = runs.kept.filter(isRacing).filter(({ hasEnded, race }) => !hasEnded && race.picked === null);
  const inside = open.filter(({ race }) => race.inside.size > 0);
  const running = open.filter(({ status }) => status === "running");
  const rather = random.next() < 0.5
    ? one(random, inside)
    : random.next() < 0.8
    ? one(random, running)
    : null;
  const run = await runs.seen(read, rather ?? one(random, open));
  if (!isRacing(run) || run.hasEnded || run.race.picked !== null) return null;
  const shown: ShownRace = await read(`/runs/${run.id}/race`);
  const { tasks }: { tasks: Task[] } = await read(`/runs/${run.id}`);
  const ofEach = shown.contenders.map(({ contender, taskSessionIds, state }) => ({
    contender,
    state,
    tasks: tasks.filter(({ id }) => taskSessionIds.includes(id)),
  }));
  const planned = ofEach.filter(({ tasks }) => tasks.length > 0);
  const working = planned.filter(({ tasks }) => tasks.some(({ status }) => !ENDED.includes(status)));
  const contender = (random.next() < 0.8 ? one(random, working) : null) ?? one(random, planned);
  return contender && { run, ...contender };
}

async function stepIn(runs: Runs, random: Random, read: Read): Promise<Deed | null> {
  const found = await chosen(runs, random, read);
  if (found === null) return null;
  const { run, contender, state, tasks } = found;
  const isThere = run.race.inside.get(contender);
  const task = tasks.find(({ taskId }) => taskId === isThere?.taskId) ??
    one(random, tasks.filter(({ status }) => !ENDED.includes(status))) ?? one(random, tasks);
  if (task === null) return null;
  const isOver = state === "out" || ENDED.includes(task.status);
  return {
    state: `${run.status}, ${state}, ${isThere?.state ?? task.status}`,
    asked: { method: "POST", path: `/runs/${run.id}/enter`, body: { taskId: task.taskId } },
    judge: (answer) => {
      if (run.status === "paused" || isOver) return answered(answer, 400);
      // Its worker may be about to end it.
      if (task.status === "stopping" && answer.status === 400) return;
      answered(answer, 200);
      entered(run, contender, answer);
    },
    after: (read) => runs.lookAt(read, run),
  };
}

/** A person is let in, or waits until its worker has stopped; once inside, they change a file. */
function entered(run: Racing, contender: number, { body }: Answer): void {
  const { race } = run;
  run.wasEntered = run.isInside = true;
  const { state, directory, shell }: Entered & { shell: unknown } = body;
  same(shell !== null, state === "entered", `the way into contender ${contender} of ${run.name}`);
  if (state !== "entered") return;
  race.unsure.delete(contender);
  const text = `hand-${run.name}-${contender}-${++run.visits}.`;
  race.byHand.set(contender, text);
  writeIn(directory, run.handFileOf(contender), text);
}

async function handBack(runs: Runs, random: Random, read: Read): Promise<Deed | null> {
  const found = await chosen(runs, random, read);
  if (found === null) return null;
  const { run, contender, tasks } = found;
  const there = run.race.inside.get(contender);
  const task = tasks.find(({ taskId }) => taskId === there?.taskId) ?? one(random, tasks);
  if (task === null) return null;
  const isInside = there?.state === "entered" || there?.state === "left";
  return {
    state: `${run.status}, ${there?.state ?? "nobody inside"}`,
    asked: { method: "POST", path: `/runs/${run.id}/hand-back`, body: { taskId: task.taskId } },
    judge: (answer, repeated) => {
      if (repeated && answer.status === 400) return;
      answered(answer, isInside ? 200 : 400);
    },
    after: (read) => runs.lookAt(read, run),
  };
}

/** Compares what a person left in contenders with what they find there. */
export async function lookInContenders(read: Read, run: Racing): Promise<void> {
  const { race } = run;
  const all: Entered[] = await read(`/runs/${run.id}/entered`);
  const { contenders }: ShownRace = await read(`/runs/${run.id}/race`);
  race.inside.clear();
  for (const visit of all) {
    const contender = contenders.find(({ taskSessionIds }) => taskSessionIds.includes(visit.id))?.contender;
    holds(contender !== undefined, `a person is in ${visit.taskId} of ${run.name}, which no contender does`);
    const before = race.inside.get(contender);
    const isBoth = before !== undefined && before.state !== "requested" && visit.state !== "requested";
    holds(!isBoth, `a person is in two tasks of contender ${contender} of ${run.name}`);
    if (before === undefined || before.state === "requested") race.inside.set(contender, visit);
  }
  run.isInside = race.inside.size > 0;
  for (const [contender, { state, directory }] of race.inside) {
    const text = race.byHand.get(contender);
    if (state !== "entered" || directory === null || text === undefined) continue;
    const found = readIn(directory, run.handFileOf(contender));
    // Backups have no worktrees: what was not handed back is lost with a restore.
    if (race.unsure.has(contender) && found === null) race.byHand.delete(contender);
    else same(found, text, `what was written by hand for contender ${contender} of ${run.name}`);
  }
}
