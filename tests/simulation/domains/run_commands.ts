import { answered, type Command, holds, same } from "../command.ts";
import type { RunModel, RunState } from "./run_model.ts";
import { type Runs, someone } from "./runs.ts";

/** What a person may ask of a run, where it has something to do, and the states in which it is refused. */
const MOVES = {
  pause: {
    from: ["queued", "running", "waiting"],
    refused: ["completed", "failed", "cancelled"],
    to: "paused",
  },
  resume: { from: ["paused"], refused: ["completed", "failed", "cancelled"], to: null },
  cancel: { from: ["queued", "running", "waiting", "paused"], refused: [], to: "cancelled" },
} as const;

/** So many runs may be queued: each costs the machine a part of a second. */
export const MAX_QUEUED = 8;

/** Creates runs and moves them about. */
export function runCommands(runs: Runs): Command[] {
  return [
    create(runs),
    badCreate(runs),
    ...(["pause", "resume", "cancel"] as const).map((name) => move(runs, name)),
  ];
}

const create = (runs: Runs): Command => ({
  name: "create a run",
  weight: 10,
  plan: (random) => {
    if (runs.kept.filter(({ status }) => status === "queued").length >= MAX_QUEUED) return null;
    const run = runs.next();
    const direct = random.next() < 0.3;
    const token = runs.all.length === 0 ? undefined : someone(random);
    return {
      state: `${direct ? "direct" : "coordinator"} by ${token ?? "operator"}`,
      asked: {
        method: "POST",
        path: direct ? "/runs" : "/coordinator/runs",
        body: {
          request: run.request,
          repoPath: run.repoPath,
          worker: { provider: "builtin", model: "recipe" },
        },
        headers: { "idempotency-key": run.name },
        ...(token !== undefined && { token }),
      },
      judge: (answer) => {
        answered(answer, 201);
        same(answer.body.status, "queued", "a new run");
        run.id = answer.body.id;
        runs.all.push(run);
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

const badCreate = (runs: Runs): Command => ({
  name: "create a run badly",
  weight: 1,
  plan: (random) => ({
    state: "any",
    asked: {
      method: "POST",
      path: "/coordinator/runs",
      body: random.next() < 0.5
        ? { request: "", repoPath: runs.surroundings.repoPath }
        : { request: 'create a with "b"', repoPath: "relative" },
    },
    judge: (answer) => answered(answer, 400),
  }),
});

function move(runs: Runs, name: keyof typeof MOVES): Command {
  const refused: readonly RunState[] = MOVES[name].refused;
  const from: readonly RunState[] = MOVES[name].from;
  const { to } = MOVES[name];
  return {
    name: `${name} a run`,
    weight: name === "cancel" ? 3 : 5,
    plan: async (random, read) => {
      const run = await runs.seen(read, runs.pick(random));
      if (run === null) return null;
      return {
        state: run.state,
        asked: { method: "POST", path: `/runs/${run.id}/${name}`, ...(name === "cancel" && { body: {} }) },
        judge: (answer, repeated) => {
          if (run.isErased) return answered(answer, 404);
          // The start after a kill may have ended it.
          const hasFailed = answer.status === 400 || answer.body.status === "failed";
          if (repeated && hasFailed && run.mayMove("failed", "process_lost", 0)) return;
          if (refused.includes(run.status)) return answered(answer, 400);
          answered(answer, 200);
          if (from.includes(run.status)) {
            if (to !== null) run.status = to;
            else resumed(run, answer.body.status);
          }
          if (to !== null) same(answer.body.status, run.status, `${run.name} after ${name}`);
        },
        after: (read) => runs.lookAt(read, run),
      };
    },
  };
}

function resumed(run: RunModel, status: RunState): void {
  holds(["queued", "running", "waiting"].includes(status), `${run.name} was resumed, and is ${status}`);
  run.status = status;
}
