import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { failures } from "../notifications/failures.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";

const shown = async (h: Harness, hours: number) =>
  (await h.operator("GET /trends/queue", { query: { hours } })).hours
    .map(({ hour, queued, running, waiting }) => [hour.slice(11, 13), queued, running, waiting]);

Deno.test("GET /trends/queue: averages by hour are exact, also after a restart, a rebuild and an erasure", async () => {
  const clock = { at: 0 };
  const at = (time: string) => clock.at = Date.parse(`2026-01-10T${time}:00.000Z`);
  const options = { workers: 0, now: () => new Date(clock.at) };
  at("10:30");
  const h = await harness(options);
  using repository = TestRepository.make();
  const ask = async () => {
    const body = { request: 'create a.md with "x"', repoPath: repository.root };
    return (await h.operator("POST /coordinator/runs", { body })).id;
  };
  const [done, paused] = [await ask(), await ask()];
  const move = (type: "run.started" | "run.completed", data: object) =>
    record(contextFor(h.service, "system"), runStream, done, [{ type, data } as never], { runId: done });
  at("11:15");
  move("run.started", { holder: "test" });
  at("11:45");
  move("run.completed", { detail: "Nothing to do." });
  at("12:15");
  await h.operator("POST /runs/:id/pause", { params: { id: paused } });
  at("13:30");
  const hours = [
    ["09", 0, 0, 0],
    ["10", 1, 0, 0],
    ["11", 1.25, 0.5, 0],
    ["12", 0.25, 0, 0.75],
    ["13", 0, 0, 1],
  ];
  assert.deepEqual(await shown(h, 5), hours);
  assert.deepEqual(await shown(h, 2), hours.slice(3), "a shorter time begins at the right level");
  assert.deepEqual(h.rebuildDifferences(), []);
  await h.close();

  await using again = await Harness.open(options, h.directory);
  assert.deepEqual(await shown(again, 5), hours);
  await again.operator("POST /runs/:id/delete", { params: { id: done } });
  const without = [["09", 0, 0, 0], ["10", 0.5, 0, 0], ["11", 1, 0, 0], ...hours.slice(3)];
  assert.deepEqual(await shown(again, 5), without);
  assert.deepEqual(again.rebuildDifferences(), []);
});

Deno.test("GET /trends/queue: a run that came and went within one unit is counted as it was", async () => {
  const at = Date.parse("2026-01-10T10:30:00.000Z");
  await using h = await harness({ now: () => new Date(at) });
  await failures(h, 3);
  assert.deepEqual(await shown(h, 1), [["10", 0, 0, 0]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /trends/queue: a run that was paused continues from where it was", async () => {
  const clock = { at: Date.parse("2026-01-10T10:00:00.000Z") };
  await using h = await harness({ workers: 0, now: () => new Date(clock.at) });
  using repository = TestRepository.make();
  const body = { request: 'create a.md with "x"', repoPath: repository.root };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await h.operator("POST /runs/:id/pause", { params: { id } });
  clock.at += 1_800_000;
  await h.operator("POST /runs/:id/resume", { params: { id } });
  clock.at += 1_800_000;
  assert.deepEqual(await shown(h, 2), [["10", 0.5, 0, 0.5], ["11", 1, 0, 0]]);
});

Deno.test("GET /trends/queue: how many hours is bounded", async () => {
  await using h = await harness();
  assert.equal((await shown(h, 744)).length, 744);
  for (const hours of ["0", "745", "many"]) {
    assert.equal((await h.json("GET", `/trends/queue?hours=${hours}`)).status, 400);
  }
});
