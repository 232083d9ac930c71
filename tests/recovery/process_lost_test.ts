import assert from "node:assert/strict";
import { eventOf, EventTail } from "./event_tail.ts";
import { Site } from "./site.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { moveRun } from "../../services/control/lifecycle/runs.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { askingWorker } from "../runs/asking_worker.ts";
import { restarted } from "../secrets/secrets_world.ts";

/** A run whose command never ends by itself and says when it is at work. */
const endless = (site: Site) => ({
  request: `run echo > ${site.path("alive")}; sleep 1000`,
  repoPath: site.repository.root,
});

/** Starts the service on a site whose run was interrupted `times` times before it recorded anything, each time alike. */
async function interrupted(site: Site, times: number, how: "kill" | "terminate"): Promise<string> {
  let id = "";
  for (let time = 0; time < times; time++) {
    await using service = await site.start();
    id ||= (await service.operator("POST /coordinator/runs", { body: endless(site) })).id;
    await site.appears("alive");
    Deno.removeSync(site.path("alive"));
    const status = await service[how]();
    assert.equal(how === "kill" ? status.signal : status.code, how === "kill" ? "SIGKILL" : 0);
  }
  return id;
}

Deno.test("three crashes in a row without a recorded step end a run as process_lost, with nothing of it left", async () => {
  using site = Site.make();
  const id = await interrupted(site, 3, "kill");
  await using service = await site.start();
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([run.status, run.statusReason, run.nextMove], ["failed", "process_lost", null]);
  await site.end(service);
});

Deno.test("two crashes in a row do not end a run", async () => {
  using site = Site.make();
  const id = await interrupted(site, 2, "kill");
  await using service = await site.start();
  await site.appears("alive");
  assert.equal((await service.operator("GET /runs/:id", { params: { id } })).status, "running");
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await site.end(service);
});

Deno.test("orderly restarts never end a run, however many there are in a row", async () => {
  using site = Site.make();
  const id = await interrupted(site, 4, "terminate");
  await using service = await site.start();
  await site.appears("alive");
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([run.status, run.recoveries], ["running", 0]);
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await site.end(service);
});

Deno.test("crashes never end a run that completes a task between them", async () => {
  using site = Site.make({ "log.txt": "" });
  const tasks = 5; // more crashes than three in a row
  const request = Array.from({ length: tasks }, (_, n) => `append "${n}" to log.txt`).join("\n");
  const body = { request, repoPath: site.repository.root };
  let id = "";
  // Each process completes one task and dies when the next one has begun.
  for (let task = 1; task < tasks; task++) {
    await using service = await site.start({ fault: "task:*:started#2" });
    id ||= (await service.operator("POST /coordinator/runs", { body }, { idempotencyKey: "once" })).id;
    using tail = new EventTail(service);
    const failed = tail.first(eventOf(id, "run.failed")).then(({ data }) => JSON.stringify(data), () => null);
    assert.equal(
      await Promise.race([failed, service.ended.then(() => null)]),
      null,
      `while task ${task} was done`,
    );
  }
  await using service = await site.start();
  using tail = new EventTail(service);
  const reached = await tail.first(eventOf(id, "approval.requested", "run.failed"));
  assert.equal(reached.type, "approval.requested", JSON.stringify(reached.data));
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await site.end(service);
});

Deno.test("a task that was completed since the last crash counts, also if the service was stopped in order since", async () => {
  using repository = TestRepository.make();
  const first = Promise.withResolvers<void>();
  const worker: Worker = {
    ...askingWorker(),
    perform: async ({ instructions, signal }) => {
      const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      await (instructions === "first" ? Promise.race([first.promise, stopped]) : stopped);
      return { ok: true, summary: "Done." };
    },
  };
  const options = { workers: 1, availableWorkers: [worker] };
  const statuses = ({ tasks }: RunDetails) => tasks.map(({ status }) => status).join(" ");
  let h = await harness(options);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "first\nsecond", repoPath: repository.root, worker: { provider: "asking" } },
  });
  const move = (name: "start" | "recover") =>
    h.store.commit(() => moveRun(contextFor(h.service, "system"), id, name, { holder: "test" }));
  await h.until(id, (run) => statuses(run).startsWith("running"));
  for (const _ of ["the first crash", "the second"]) await move("recover");
  first.resolve();
  await h.until(id, (run) => statuses(run) === "completed running");
  h = await restarted(h, { workers: 0 });
  assert.equal((await h.operator("GET /runs/:id", { params: { id } })).recoveries, 2, "the control");
  await move("start");
  h = await restarted(h, options);
  const run = await h.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([run.status, run.recoveries], ["running", 1], run.statusDetail);
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await h.settled(id);
  await h[Symbol.asyncDispose]();
});
