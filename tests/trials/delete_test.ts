import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { trialStream } from "../../store/trials/stream.ts";
import { atBoundaries } from "../kit/kill_at.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { nextEvents } from "../../services/execution/commands/next_events.ts";
import { answer, begun, found, past, program, trialHarness } from "./past.ts";
import { recordStarted } from "./recorded.ts";

/** The places of a storage directory that trials fill, and that the deletion has to empty. */
const PLACES = ["trials", "trial-clones"];

sandboxTest(
  "deleting a trial erases its cases, attempts and what its setups left, also if the service is killed half way",
  async () => {
    using repository = past([answer(1)]);
    const [directory, copies] = [temporaryDirectory(), temporaryDirectory()];
    const { id, runId } = await stoppedTrial(directory, repository);
    let copied = 0;
    const copy = () => {
      new Deno.Command("cp", { args: ["-a", directory, join(copies, String(copied++))] }).outputSync();
    };
    {
      await using h = await trialHarness([], {}, directory);
      using _ = atBoundaries(copy, { removing: true });
      copy();
      assert.deepEqual(await h.operator("DELETE /trials/:id", { params: { id } }), { deleted: id });
      copy();
    }
    const statuses: string[] = [];
    for (const place of Array.from({ length: copied }, (_, i) => join(copies, String(i)))) {
      await using h = await trialHarness([], {
        early: async (h) => void statuses.push((await h.json("GET", `/trials/${id}`)).body.status ?? "gone"),
      }, place);
      await h.service.trials.idle();
      // What was not recorded before a kill did not happen; a deletion that was is completed by nobody's help.
      if (statuses.at(-1) === "stopped") {
        assert.equal((await h.operator("GET /trials/:id", { params: { id } })).status, "stopped");
        assert.ok(holds(place, "src/answer_1.sh"), "the search would find what is there");
        continue;
      }
      for (const path of [`/trials/${id}`, `/runs/${runId}`]) {
        assert.equal((await h.json("GET", path)).status, 404);
      }
      for (const each of PLACES) assert.ok(!existsSync(join(place, each, id)), `${each} in ${place}`);
      // A kill after the last entry leaves the write-ahead log, which maintenance empties.
      await h.composition.maintenance.runOnce();
      assert.ok(!holds(place, "src/answer_1.sh"), `the request is still stored in ${place}`);
      assert.deepEqual(h.rebuildDifferences(), []);
    }
    assert.deepEqual([...new Set(statuses)], ["stopped", "deleting", "gone"]);
    Deno.removeSync(copies, { recursive: true });
  },
);

sandboxTest("a trial under way is stopped before it is deleted, and not by the agent", async () => {
  using repository = past([answer(1)]);
  await using h = await trialHarness([], { workers: 0 });
  const { id } = await recordStarted(h, { root: repository.root, proved: 2 });
  const ids = { params: { id } };
  await assert.rejects(
    h.operator("DELETE /trials/:id", ids),
    /is running\. Stop it first: agent-harness trial stop/,
  );
  await assert.rejects(h.agent("DELETE /trials/:id", ids), /operator/);
  await h.operator("POST /trials/:id/stop", ids);
  const answers = await Promise.allSettled([1, 2].map(() => h.operator("DELETE /trials/:id", ids)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ["fulfilled", "fulfilled"],
    "both found it and it is gone",
  );
  assert.deepEqual(await h.operator("GET /trials", {}), []);
  const { data } = h.store.events.after(0, 100).find(({ type }) => type === "trial.requested")!;
  assert.equal(data, null, "the log keeps that there was a trial, and nothing of it");
});

/** A trial that a person stopped, with a setup and a clone on disk and the run of an attempt. */
async function stoppedTrial(directory: string, repository: ReturnType<typeof past>) {
  const h = await trialHarness([program("slow", "sleep 600")], {}, directory);
  const { id } = await found(h, repository, { setup: "touch installed" });
  await begun(h, id, ["slow/program"]);
  while (h.store.documents.get(trialStream, id)!.attempts.length === 0) await nextEvents(h.store);
  const { attempts } = await h.operator("POST /trials/:id/stop", { params: { id } });
  for (const place of PLACES) Deno.mkdirSync(join(directory, place, id, "left"), { recursive: true });
  await h.close();
  return { id, runId: attempts[0]!.runId };
}

/** Whether any file of a directory has these words, in a database or beside it. */
const holds = (directory: string, words: string): boolean =>
  new Deno.Command("grep", { args: ["-rqaF", "-e", words, directory] }).outputSync().success;
