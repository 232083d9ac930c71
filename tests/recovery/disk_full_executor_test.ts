import assert from "node:assert/strict";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { failing, failingCommits } from "./faults/database.ts";
import { timersFireAtOnce } from "../timers.ts";

const body = (repository: TestRepository) => ({
  request: 'create NOTE.md with "note"',
  repoPath: repository.root,
});

/** A machine under load is slow, not wrong. */
const PATIENCE_MILLISECONDS = 300_000;

/** The run once `reached` holds; a run that nobody moves is a failure, not a test that never ends. */
async function unlessStuck(
  h: Harness,
  id: string,
  reached: (run: RunDetails) => boolean,
): Promise<RunDetails> {
  const late = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const { promise, reject } = Promise.withResolvers<never>();
  late.addEventListener("abort", () => reject(new Error(`the run ${id} is stuck`)));
  return await Promise.race([h.until(id, reached), promise]);
}

Deno.test("a run that could not be started on a full disk starts automatically when there is space", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  let created = false;
  let refused = 0;
  {
    // The creation is on disk; what the executor begins right after it meets the full disk.
    const tried = Promise.withResolvers<void>();
    using _full = failing(h.store.database, (sql) => {
      if (sql !== "begin immediate") return false;
      if (!created) return !(created = true);
      refused++;
      tried.resolve();
      return true;
    });
    assert.equal((await h.json("POST", "/coordinator/runs", body(repository))).status, 201);
    await tried.promise;
  }
  assert.ok(refused > 0);
  const [queued] = await h.operator("GET /runs");
  const run = await unlessStuck(h, queued!.id, ({ status }) => status === "waiting");
  assert.equal(run.waitingFor?.kind, "approval");
});

Deno.test("a run whose steps meet a full disk again and again continues when there is space", async () => {
  using repository = TestRepository.make();
  using _now = timersFireAtOnce();
  let left = 0;
  let begun = false;
  await using h = await harness({
    workers: 1,
    boundary: (point) => {
      if (point !== "prepare:before" || begun) return;
      begun = true;
      left = 7;
    },
  });
  using full = failing(h.store.database, (sql) => sql === "commit" && left-- > 0);
  const { id } = await h.operator("POST /coordinator/runs", { body: body(repository) });
  const run = await unlessStuck(h, id, ({ status }) => !["queued", "running"].includes(status));
  assert.equal(full.failed, 7);
  assert.deepEqual([run.status, run.statusDetail], ["waiting", undefined]);
});

Deno.test("a service that is asked to stop while its disk is full stops in order", async () => {
  using repository = TestRepository.make();
  const at = Promise.withResolvers<void>();
  const directory = temporaryDirectory();
  const h = await Harness.open({
    workers: 1,
    boundary: (point) => point === "plan:before" ? at.resolve() : undefined,
  }, directory);
  const { id } = await h.operator("POST /coordinator/runs", { body: body(repository) });
  await at.promise;
  {
    using _full = failingCommits(h.store.database);
    await h.close();
  }
  await using again = await Harness.open({ workers: 1 }, directory);
  assert.equal((await again.settled(id)).status, "waiting");
});
