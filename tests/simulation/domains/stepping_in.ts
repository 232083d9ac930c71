import { existsSync } from "node:fs";
import { join } from "node:path";
import { answered, type Command, holds, one, type Read, same } from "../command.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";

/** What the interface shows of a person in a task. */
export type Entered = {
  id: string;
  taskId: string;
  state: "requested" | "entered" | "left";
  directory: string | null;
};

/** A person steps into runs, changes a file there by hand, and hands the task back. */
export const steppingIn = (runs: Runs): Command[] => [stepIn(runs), handBack(runs)];

const stepIn = (runs: Runs): Command => ({
  name: "step in",
  weight: 4,
  plan: async (random, read) => {
    const inside = runs.kept.filter(({ isInside }) => isInside);
    const waiting = runs.kept.filter(({ hasOnePlan, status }) => hasOnePlan && status === "waiting");
    const rather = random.next() < 0.7 ? one(random, inside) ?? one(random, waiting) : null;
    const run = await runs.seen(read, rather ?? runs.pick(random));
    // Which of its tasks one would be in is not said.
    if (run === null || !run.hasOnePlan) return null;
    return {
      state: run.state,
      // Work that a restored backup had lost is done again, with the tasks that were done before: whoever is inside says which.
      asked: {
        method: "POST",
        path: `/runs/${run.id}/enter`,
        body: run.isOfBackup && run.taskInside !== null ? { taskId: run.taskInside } : {},
      },
      judge: (answer, repeated) => {
        if (run.isErased) return answered(answer, 404);
        // The start after a kill may have ended it.
        if (repeated && answer.status === 400 && run.mayMove("failed", "process_lost", 0)) return;
        if (run.hasEnded || run.status === "paused" || run.isToBeginYet) return answered(answer, 400);
        const isSure = run.isInside || (run.status === "waiting" && run.decision === null && !run.isStale);
        // Whether it has a plan, or is between two steps, cannot be seen.
        if (!isSure && answer.status === 400) return;
        answered(answer, 200);
        run.wasEntered = run.isInside = true;
        const { state, directory, shell }: Entered & { shell: unknown } = answer.body;
        same(shell !== null, state === "entered", `the way into ${run.name}`);
        if (state === "entered") writeByHand(run, directory);
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

const handBack = (runs: Runs): Command => ({
  name: "hand back",
  weight: 2,
  plan: async (random, read) => {
    const inside = runs.kept.filter(({ isInside }) => isInside);
    const run = await runs.seen(read, random.next() < 0.9 ? one(random, inside) : runs.pick(random));
    if (run === null || run.race !== null) return null;
    const { visit } = run;
    return {
      state: visit ?? "nobody inside",
      asked: { method: "POST", path: `/runs/${run.id}/hand-back`, body: {} },
      judge: (answer, repeated) => {
        if (run.isErased) return answered(answer, 404);
        if (repeated && answer.status === 400) return;
        if (visit === "entered" || visit === "left") answered(answer, 200);
        else answered(answer, 400);
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

/** Changes a file by hand, which becomes a part of the result. */
export function writeByHand(run: RunModel, directory: string | null): void {
  run.isOfBackup = false;
  run.byHand = `hand-${run.name}-${++run.visits}.`;
  writeIn(directory, run.handFile, run.byHand);
}

/** Writes a file where a person is. */
export function writeIn(directory: string | null, file: string, content: string): void {
  holds(directory !== null, `nobody says where to write ${file}`);
  Deno.mkdirSync(join(directory, "sim"), { recursive: true });
  Deno.writeTextFileSync(join(directory, file), content);
}

/** Compares what a person left in a run with what they find there. */
export async function lookInside(read: Read, run: RunModel): Promise<void> {
  const entered: Entered[] = await read(`/runs/${run.id}/entered`);
  // Others that had handed something back wait until it is their turn, where their work is repeated.
  const inside = entered.filter(({ state }) => state !== "requested");
  const [visit] = [...inside, ...entered];
  run.visit = visit?.state ?? null;
  run.taskInside = visit?.taskId ?? null;
  run.isInside = visit !== undefined;
  holds(
    inside.length <= 1,
    `a person is in ${inside.length} tasks of ${run.name}, which are done one by one`,
  );
  if (visit?.state !== "entered" || visit.directory === null || run.byHand === null) return;
  const found = readIn(visit.directory, run.handFile);
  // Backups have no worktrees: what was not handed back is lost with a restore.
  if (run.isOfBackup) run.byHand = found;
  same(found, run.byHand, `what was written by hand in ${run.name}`);
}

/** What a file contains; null if it is not there. */
export function readIn(directory: string, file: string): string | null {
  const path = join(directory, file);
  return existsSync(path) ? Deno.readTextFileSync(path) : null;
}
