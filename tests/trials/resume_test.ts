import assert from "node:assert/strict";
import { runStream } from "../../store/runs/stream.ts";
import { trialStream } from "../../store/trials/stream.ts";
import { nextEvents } from "../../services/execution/commands/next_events.ts";
import { pause } from "../../services/ground/kernel/pause.ts";
import { says } from "../models/server/reply.ts";
import { ModelWorld, planning } from "../models/workers/scenario.ts";
import { sandboxOfMachine, sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { answer, answering, begun, found, past, program, rested, trialHarness, VERIFIER } from "./past.ts";

const MAX_KILLS = 40;
/** More changes on disk than a step of a run makes. */
const PAST_A_STEP = 60;

sandboxTest(
  "a trial whose service is killed again and again ends the same, and nothing that ended is attempted twice",
  async () => {
    using repository = past([1, 2].map(answer));
    const directory = temporaryDirectory();
    let kills = 0;
    // Each process gets a little further, and the last one to the end. A run fails that is killed three times in one step.
    for (let said = ""; said !== "completed\n"; kills++) {
      assert.ok(kills < MAX_KILLS, "it never ends");
      const at = String(kills < 8 ? 5 + 11 * kills + (kills % 3 === 2 ? PAST_A_STEP : 0) : 1e9);
      const child = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          new URL("killed.ts", import.meta.url).pathname,
          directory,
          repository.root,
          at,
        ],
        stdout: "piped",
        stderr: "piped",
      }).output();
      said = new TextDecoder().decode(child.stdout);
      if (child.signal !== "SIGKILL") {
        assert.equal(said, "completed\n", new TextDecoder().decode(child.stderr));
      }
    }
    assert.ok(kills > 5, `it was killed only ${kills - 1} times`);
    await using h = await trialHarness([answering("weak", "1"), answering("strong", "*")], {}, directory);
    const [trial] = h.store.documents.find(trialStream, {}, { limit: 10 });
    assert.equal(trial!.attempts.length, 4);
    const pairs = new Set(trial!.attempts.map(({ caseId, worker }) => `${caseId} ${worker.provider}`));
    assert.equal(pairs.size, 4);
    const ended = h.store.events.after(0, 10_000).filter(({ type }) => type === "trial.attempt_ended");
    assert.equal(ended.length, 4);
    const { result } = await h.operator("GET /trials/:id", { params: { id: trial!.id } });
    assert.deepEqual(result.workers.map(({ solved }) => solved), [1, 2]);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "a trial stops before an attempt that could exceed its budget, says nothing yet, and stays stopped",
  async () => {
    using repository = past([1, 2, 3].map(answer));
    await using world = await ModelWorld.open(planning(() => says("Done.")), {
      sandbox: sandboxOfMachine(),
      pause,
      provider: { privacy: "third-party" },
    });
    const { h } = world;
    const { id } = await found(h, repository);
    const workers = ["local/test-model"];
    const unlimited = await h.operator("POST /trials/:id/plan", { params: { id }, body: { workers } });
    assert.deepEqual([unlimited.worstCostUsd, unlimited.cost.slice(0, 15)], [null, "Nothing limits "]);
    const body = { workers, maxCostUsd: 0.05 };
    const open = await h.operator("POST /trials/:id/plan", { params: { id }, body });
    assert.equal(open.worstCostUsd, null, "an attempt under way may cost more than what is left");
    assert.match(
      open.cost,
      /^No attempt starts once 0\.05 USD is spent, but what is under way then may cost more/,
    );
    const limits = { maxCostUsd: 0.05, attemptUsd: 0.05 };
    const plan = await h.operator("POST /trials/:id/plan", { params: { id }, body: { workers, ...limits } });
    assert.deepEqual([plan.worstCostUsd, plan.leaves[0]!.to], [0.05, world.server.baseUrl]);
    assert.deepEqual([plan.leaves[0]!.privacy, plan.leaves[0]!.what.slice(0, 11)], [
      "third-party",
      "3 requests,",
    ]);
    await begun(h, id, workers, limits);
    const stopped = await rested(h, id);
    assert.equal(stopped.status, "stopped");
    assert.match(
      stopped.statusDetail,
      /of 0\.05 USD is spent, and the next attempt may cost up to 0\.05 USD/,
    );
    const [worker] = stopped.result.workers;
    assert.deepEqual([worker!.n, worker!.left, worker!.costUsd! > 0], [1, 2, true]);
    await h.operator("POST /trials/:id/resume", { params: { id } });
    const again = await rested(h, id);
    assert.deepEqual([again.status, again.attempts.length], ["stopped", 1]);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "a person stops a trial in the middle, which ends what was under way, and resumes it",
  async () => {
    using repository = past([answer(1)]);
    const gate = temporaryDirectory();
    await using h = await trialHarness([
      program("slow", `while test ! -e ${gate}/open; do sleep 0.05; done`),
    ]);
    Deno.writeTextFileSync(`${h.directory}/sandbox.json`, JSON.stringify({ readable: [gate] }));
    const { id } = await found(h, repository);
    const ids = { params: { id } };
    await begun(h, id, ["slow/program"]);
    const attempt = await nextAttempt(1);
    await h.operator("POST /trials/:id/stop", ids);
    assert.equal((await h.operator("GET /runs/:id", { params: { id: attempt } })).status, "cancelled");
    await assert.rejects(h.operator("POST /trials/:id/stop", ids), /is stopped, so it cannot be stopped/);
    await h.operator("POST /trials/:id/resume", ids);
    // Someone else ends the run this time.
    await h.operator("POST /runs/:id/cancel", { params: { id: await nextAttempt(2) } });
    const cancelled = await rested(h, id);
    assert.equal(cancelled.status, "stopped");
    assert.match(cancelled.statusDetail, /could not attempt a case/);
    Deno.writeTextFileSync(`${gate}/open`, "");
    await h.operator("POST /trials/:id/resume", ids);
    const done = await rested(h, id);
    assert.deepEqual(
      [done.status, done.attempts.map(({ end }) => end!.outcome), done.result.workers[0]!.n],
      ["completed", ["void", "void", "unsolved"], 1],
    );
    Deno.removeSync(gate, { recursive: true });

    /** The run of the nth attempt, once it has begun. */
    async function nextAttempt(n: number): Promise<string> {
      for (;;) {
        const attempt = h.store.documents.get(trialStream, id)!.attempts[n - 1];
        if (attempt) return attempt.runId;
        await nextEvents(h.store);
      }
    }
  },
);

sandboxTest(
  "the time of an attempt is that at work: a service that was off takes nothing from it",
  async () => {
    using repository = past([answer(1)]);
    const [directory, gate] = [temporaryDirectory(), temporaryDirectory()];
    const clock = { ahead: 0 };
    const now = () => new Date(Date.now() + clock.ahead);
    const slow = program(
      "slow",
      `while test ! -e ${gate}/open; do sleep 0.05; done; mkdir -p src; echo "echo 7" > src/answer_1.sh`,
    );
    const first = await trialHarness([slow], { now }, directory);
    Deno.writeTextFileSync(`${directory}/sandbox.json`, JSON.stringify({ readable: [gate] }));
    const { id } = await found(first, repository);
    await begun(first, id, ["slow/program"], { attemptMinutes: 5 });
    const isAtWork = () => first.store.documents.find(runStream, {}, { limit: 1 })[0]?.status === "running";
    while (!isAtWork()) await nextEvents(first.store);
    await first.close();
    clock.ahead += 60 * 60_000;
    Deno.writeTextFileSync(`${gate}/open`, "");
    await using h = await trialHarness([slow], { now }, directory);
    const { status, statusDetail, attempts: [attempt] } = await rested(h, id);
    assert.equal(status, "completed", statusDetail);
    assert.equal(attempt!.end!.outcome, "solved", attempt!.end!.detail);
    assert.ok(attempt!.end!.milliseconds < 5 * 60_000, `${attempt!.end!.milliseconds} ms`);
  },
);

sandboxTest("where the time was over, the search for cases goes on when the trial is resumed", async () => {
  using repository = past([1, 2].map(answer));
  const { root: repoPath } = repository;
  await using h = await trialHarness([]);
  const ctx = contextFor(h.service, "operator");
  const id = ctx.newId("trial");
  const place = { root: repoPath, repoPath, prefix: "", verifier: VERIFIER, setup: null };
  const head = repository.git("rev-parse", "HEAD").trim();
  const size = { commits: 2, runs: 0, candidates: 2, maxMinutes: 1 };
  record(ctx, trialStream, id, [
    { type: "trial.requested", data: { ...place, ...size, head } },
    { type: "trial.found", data: { detail: "2 were not looked at, because the time was over." } },
  ]);
  await ctx.settled();
  const resume = () => h.operator("POST /trials/:id/resume", { params: { id } });
  assert.equal((await resume()).status, "finding");
  const { status, statusDetail, proved } = await rested(h, id);
  assert.deepEqual([status, statusDetail, proved], ["ready", "2 cases of 2 candidates.", 2]);
  await assert.rejects(resume(), /is ready, so it cannot be resumed/);
});
