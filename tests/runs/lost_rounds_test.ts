import assert from "node:assert/strict";
import { join } from "node:path";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { type Problem, SOLVER, solver, verifierFor } from "../simulation/solver.ts";
import { temporaryDirectory } from "../temporary.ts";

const LIMIT = 2;
const problem: Problem = { path: "a.txt", mark: "it", faults: [1, 2, 3, 4, 5, 6] };

type Loss = {
  /** The boundary at which it happens, and how often that is reached until then. */
  at: [boundary: string, times: number];
  lose: (repositories: string, commit: string) => void;
  /** What a person asks before it. */
  asked?: (h: Harness, id: string) => Promise<unknown>;
};

/** A run of which each round is worse than the one before, after git objects of it were lost. */
async function withLoss({ at: [boundary, times], lose, asked }: Loss) {
  using repository = TestRepository.make({ "README.md": "hello\n" });
  const directory = temporaryDirectory();
  let [id, reached] = ["", 0];
  await using h: Harness = await Harness.open({
    workers: 1,
    availableWorkers: [solver],
    boundary: (at) => {
      if (at !== boundary || ++reached !== times) return;
      lose(join(directory, "repositories"), h.store.documents.get(runStream, id)!.result!.commit);
      throw new Error("Objects are lost.");
    },
  }, directory);
  const body = {
    request: JSON.stringify(problem),
    repoPath: repository.root,
    worker: SOLVER,
    verifier: { command: verifierFor(problem) },
    fix: LIMIT,
  };
  ({ id } = await h.operator("POST /coordinator/runs", { body }));
  if (asked) {
    await h.settled(id);
    await asked(h, id);
  }
  const run = await h.settled(id);
  assert.equal(run.status, "waiting");
  return {
    attempts: run.attempts.map(({ failures, lost, current }) =>
      `${failures.length}${lost ? " lost" : ""}${current ? " current" : ""}`
    ),
    fixers: run.tasks.filter(({ role }) => role === "fixer").length,
    differences: h.rebuildDifferences(),
  };
}

/** Removes an object that has a file of its own. */
function removeObject(repositories: string, object: string): void {
  const [repository] = [...Deno.readDirSync(repositories)];
  const objects = join(repositories, repository!.name, "control.git", "objects");
  Deno.removeSync(join(objects, object.slice(0, 2), object.slice(2)));
}

const loseAll = (repositories: string): void => Deno.removeSync(repositories, { recursive: true });

Deno.test("a round whose git objects were lost is done again as the same one, and the rounds before it still count", async () => {
  assert.deepEqual(await withLoss({ at: ["fix:decided", 2], lose: removeObject }), {
    attempts: ["1 current", "2 lost", "2", "3"],
    fixers: LIMIT,
    differences: [],
  });
});

Deno.test("a run that is done again with all its rounds has no more fix rounds than were asked for", async () => {
  assert.deepEqual(await withLoss({ at: ["fix:decided", 2], lose: loseAll }), {
    attempts: ["1 lost", "2 lost", "2 current", "3"],
    fixers: LIMIT,
    differences: [],
  });
});

Deno.test("no fix round follows a person's own verification after a loss, either", async () => {
  const verify = (h: Harness, id: string) =>
    h.operator("POST /runs/:id/verify", { params: { id }, body: { command: "cat a.txt; false" } });
  assert.deepEqual(await withLoss({ at: ["verify:evaluated", LIMIT + 2], lose: loseAll, asked: verify }), {
    attempts: ["1 lost", "2 lost", "3 lost", "3 current"],
    fixers: LIMIT,
    differences: [],
  });
});
