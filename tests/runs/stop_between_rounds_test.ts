import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { runStream } from "../../store/runs/stream.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { CHECK } from "./fix_world.ts";
import { contender, improving } from "./race_world.ts";

type Stopped = { h: Harness; id: string; stop: () => Promise<{ status: number; error?: string }> };

/**
 * Runs a worker that writes these texts, round by round, until it reaches a point of a step for the second time, which is in its
 * first fix round. There the person does what `act` says; then it goes on.
 */
async function atSecond(
  point: string,
  { texts, race = false }: { texts: string[]; race?: boolean },
  act: (stopped: Stopped) => Promise<void>,
): Promise<void> {
  using repository = TestRepository.make();
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let times = 0;
  await using h = await harness({
    workers: 2,
    availableWorkers: [improving("improving", texts), contender("hangs", "hangs")],
    boundary: (name) => {
      if (name !== point || ++times !== 2) return;
      reached.resolve();
      return goOn.promise;
    },
  });
  const contenders = ["improving", "hangs"].map((provider) => ({ worker: { provider } }));
  const work = race ? { race: { contenders } } : { worker: { provider: "improving" } };
  const body = { request: "Count to three", repoPath: repository.root, verifier: CHECK, ...work };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await reached.promise;
  const stop = async () => {
    const { status, body: { error } } = await h.json("POST", `/runs/${id}/stop-fixing`);
    goOn.resolve();
    return { status, error };
  };
  await act({ h, id, stop });
  assert.deepEqual(h.rebuildDifferences(), []);
}

/** The attempts of a run: their round, their outcome, how many failures they have, and whether they are to be reviewed. */
async function attemptsOf(h: Harness, id: string) {
  const { attempts } = await h.settled(id);
  return attempts.map(({ round, outcome, failures, current }) => [round, outcome, failures.length, current]);
}

for (const point of ["bundle:before", "fix:decided"]) {
  Deno.test(`stop-fixing at ${point}: a fix round that has failed counts, and no other one begins`, async () => {
    await atSecond(
      point,
      { texts: ["hello\n", "one\n", "one two\n", "one two three\n"] },
      async (stopped) => {
        const { h, id, stop } = stopped;
        assert.equal((await stop()).status, 200);
        assert.deepEqual(await attemptsOf(h, id), [[1, "failed", 2, false], [2, "failed", 1, true]]);
        const run = await h.settled(id);
        assert.equal(run.fixing!.ended!.detail, "It was stopped manually.");
        assert.equal(pendingOf(run).risk, "high");
        assert.equal((await stop()).status, 200, "it is reached already");
        assert.equal((await h.settled(id)).attempts.length, 2);
      },
    );
  });
}

Deno.test("stop-fixing while the result of a fix round that has passed is packed: it is kept, and there is nothing to stop", async () => {
  await atSecond("bundle:before", { texts: ["hello\n", "one two\n", "one two three\n"] }, async (stopped) => {
    const { h, id, stop } = stopped;
    const { status, error } = await stop();
    assert.deepEqual([status, error], [
      400,
      `The run ${id} is running and not in a fix round, so there is nothing to stop.`,
    ]);
    assert.deepEqual(await attemptsOf(h, id), [[1, "failed", 1, false], [2, "passed", 0, true]]);
  });
});

Deno.test("stop-fixing of a run that was cancelled after a fix round failed changes nothing", async () => {
  await atSecond(
    "bundle:before",
    { texts: ["hello\n", "one\n", "one two\n", "one two three\n"] },
    async (stopped) => {
      const { h, id, stop } = stopped;
      const ended = Promise.withResolvers<void>();
      h.store.subscribe((events) => {
        if (events.some(({ type }) => type === "run.cancelled")) ended.resolve();
      });
      const cancelled = h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
      await ended.promise;
      const events = await h.eventsOf(async () => {
        const { status, error } = await stop();
        assert.deepEqual([status, error], [
          400,
          `The run ${id} is cancelled and not in a fix round, so there is nothing to stop.`,
        ]);
      });
      await cancelled;
      assert.deepEqual(events, []);
    },
  );
});

Deno.test("race: stop-fixing keeps a fix round of a contender that has failed and is better than the one before", async () => {
  const texts = ["hello\n", "one\n", "one two\n", "one two three\n"];
  await atSecond("bundle:written", { texts, race: true }, async ({ h, id, stop }) => {
    assert.deepEqual([(await stop()).status, (await stop()).status], [200, 200]);
    const ended = Promise.withResolvers<void>();
    const look = () => {
      const [first] = h.store.documents.get(runStream, id)?.race?.contenders ?? [];
      if (first?.fixing?.ended) ended.resolve();
    };
    h.store.subscribe(look);
    look();
    await ended.promise;
    assert.deepEqual(await h.eventsOf(async () => assert.equal((await stop()).status, 200)), []);
    const { contenders } = await h.operator("GET /runs/:id/race", { params: { id } });
    assert.deepEqual(contenders.map(({ state, fixRounds }) => [state, fixRounds]), [["finished", 1], [
      "working",
      0,
    ]]);
    await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 1 }] } });
    const run = await h.settled(id);
    assert.equal(run.evaluation?.failures?.length, 1);
  });
});
