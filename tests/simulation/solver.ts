import { dirname, join } from "node:path";
import type { Worker } from "../../services/workforce/workers/worker.ts";

/** What a request says: the file to write, what marks it, and how many faults it has after each round. */
export type Problem = { path: string; mark: string; faults: readonly number[] };

/** The name of the worker that solves problems. */
export const SOLVER = { provider: "simulated", model: "solver" } as const;

/**
 * Returns what the file contains after a round, counted from 0. A number of faults that comes again is the same work again, by which
 * no round after it can be told.
 */
export function solutionOf({ mark, faults }: Problem, round: number): string {
  const count = faults[round]!;
  const names = Array.from({ length: count }, (_, i) => `not ok ${i + 1} - fault${i + 1}`);
  return [`${mark} round ${faults.indexOf(count)}`, ...names, ""].join("\n");
}

/** Prints the file, and fails if there is a fault in it. */
export const verifierFor = ({ path }: Problem): string =>
  `test -f ${path} && cat ${path} && ! grep -q "not ok" ${path}`;

/** Takes a problem as JSON. It knows only from the verifier's output which round it is in. */
export const solver: Worker = {
  ...SOLVER,
  readiness: () => ({ ready: true }),
  plan: (request) => ({
    tasks: [{ id: "task_1", title: "Solve it", instructions: request, dependsOn: [], commands: [] }],
  }),
  perform: async ({ directory, request, instructions }) => {
    const problem: Problem = JSON.parse(request);
    const [, before] = / round (\d+)/.exec(instructions) ?? [];
    const path = join(directory, problem.path);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, solutionOf(problem, before === undefined ? 0 : Number(before) + 1));
    return { ok: true, summary: "It is solved, or less wrong." };
  },
};
