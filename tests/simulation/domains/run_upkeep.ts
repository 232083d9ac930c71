import { answered, type Command, one, same } from "../command.ts";
import type { Runs } from "./runs.ts";

/** Puts runs away, brings them back, erases them, tries them again. */
export const upkeepCommands = (runs: Runs): Command[] => [
  archive(runs),
  unarchive(runs),
  erase(runs),
  retry(runs),
  putFirst(runs),
];

const archive = (runs: Runs): Command => ({
  name: "archive all runs",
  weight: 0.5,
  plan: () => {
    const ended = () => runs.kept.filter((run) => run.hasEnded && !run.isArchived);
    return {
      state: ended().length > 0 ? "some ended" : "none ended",
      asked: { method: "POST", path: "/runs/archive" },
      before: runs.moved,
      isAnswered: true,
      judge: (answer) => {
        answered(answer, 200);
        same(answer.body.archived, ended().length, "how many runs were archived");
        for (const run of ended()) run.isArchived = true;
      },
    };
  },
});

const unarchive = (runs: Runs): Command => ({
  name: "unarchive a run",
  weight: 1,
  plan: async (random, read) => {
    const run = await runs.seen(read, one(random, runs.kept));
    return run && {
      state: run.state,
      asked: { method: "POST", path: `/runs/${run.id}/unarchive` },
      judge: (answer) => {
        answered(answer, 200);
        run.isArchived = false;
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

const erase = (runs: Runs): Command => ({
  name: "erase a run",
  weight: 3,
  plan: async (random, read) => {
    const ended = runs.all.filter((run) => run.hasEnded);
    const run = await runs.seen(read, random.next() < 0.85 ? one(random, ended) : one(random, runs.all));
    return run && {
      state: run.state,
      asked: { method: "POST", path: `/runs/${run.id}/delete` },
      judge: (answer) => {
        answered(answer, 200);
        same(answer.body.deleted, run.id, "what was erased");
        run.isErased = true;
      },
    };
  },
});

const retry = (runs: Runs): Command => ({
  name: "retry a run",
  weight: 1,
  plan: (random) => {
    // A second run that writes the same file would meet what the first left.
    const source = one(
      random,
      runs.kept.filter((run) =>
        (run.status === "failed" || run.status === "cancelled") && run.parent === null &&
        !run.flow?.hasLeftChild
      ),
    );
    if (source === null || runs.kept.some((run) => run !== source && run.file === source.file)) return null;
    const continues = source.flow !== null && !source.wasEntered && random.next() < 0.7;
    const run = runs.next(source, continues);
    return {
      state: continues ? `${source.state}, continued` : source.state,
      asked: {
        method: "POST",
        path: `/runs/${source.id}/retry`,
        body: continues ? { resume: {} } : {},
        headers: { "idempotency-key": run.name },
      },
      judge: (answer) => {
        answered(answer, 201);
        same(answer.body.retryOfRunId, source.id, "what is retried");
        same(answer.body.attempt, run.attempt, "the attempt");
        run.id = answer.body.id;
        runs.all.push(run);
      },
      after: (read) => runs.lookAt(read, run),
    };
  },
});

const putFirst = (runs: Runs): Command => ({
  name: "put a run first",
  weight: 2,
  plan: async (random, read) => {
    const orders = runs.kept.filter(({ order, status }) => order !== null && status === "queued");
    const run = await runs.seen(
      read,
      (random.next() < 0.7 ? one(random, orders) : null) ?? runs.pick(random),
    );
    return run && {
      state: run.state,
      asked: { method: "POST", path: `/runs/${run.id}/next` },
      before: (read) => runs.lookAt(read, run),
      judge: (answer) => answered(answer, run.isErased ? 404 : run.status === "queued" ? 200 : 400),
      after: (read) => runs.lookAt(read, run),
    };
  },
});
