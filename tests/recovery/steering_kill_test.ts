import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import type { ServiceInside } from "../kit/service_inside.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { checkStore, headOf, readLog, Site } from "./site.ts";

const ASKED = { idempotencyKey: "once" };

/** Approves the patch that the run comes to, and checks that each task that succeeded was done once. */
async function finish(site: Site, service: ServiceInside, id: string, after: number): Promise<void> {
  await using tail = new EventTail(service, after);
  const checkpoint = await tail.first(eventOf(id, "approval.requested", "run.failed"));
  assert.equal(checkpoint.type, "approval.requested", JSON.stringify(checkpoint.data));
  const approval = checkpoint.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  assert.equal((await tail.first(eventOf(id, "run.completed", "run.failed"))).type, "run.completed");
  const log = (await readLog(service)).filter(eventOf(id, "task_session.completed"));
  assert.equal(log.length, 2, "each task completed once");
  await checkStore(service);
  await site.end(service);
}

for (const point of ["task:*:kept#1", "dispatch:resting#1", "dispatch:after#1"]) {
  Deno.test(`a service that is killed at ${point} of a failed task waits for its card, and the rest is kept`, async () => {
    using site = Site.make();
    const mended = site.path("mended");
    const body = {
      request: `create b.md with "b"\nrun echo half; test -e ${mended} && echo c > c.md`,
      repoPath: site.repository.root,
    };
    let id: string;
    {
      await using service = await site.start({ fault: point });
      ({ id } = await service.operator("POST /coordinator/runs", { body }, ASKED));
      assert.equal((await service.ended).signal, "SIGKILL", service.output());
    }
    await using service = await site.resume();
    {
      await using tail = new EventTail(service);
      const end = await tail.first(eventOf(id, "run.waiting", "run.failed"));
      assert.equal(end.type, "run.waiting", JSON.stringify(end.data));
    }
    const run = await service.operator("GET /runs/:id", { params: { id } });
    assert.deepEqual(run.tasks.map(({ status }) => status), ["completed", "failed"]);
    const { artifacts } = await service.operator("GET /task-sessions/:id", {
      params: { id: run.tasks[1]!.id },
    });
    assert.ok(artifacts.some(({ purpose }) => purpose === "task-output"));
    Deno.writeTextFileSync(mended, "");
    const after = await headOf(service);
    await service.operator("POST /runs/:id/task-cards/:taskId/retry", {
      params: { id, taskId: "task_2" },
      body: {},
    });
    await finish(site, service, id, after);
  });
}

Deno.test("a service that is killed while one card is blocked continues with the others, and then waits", async () => {
  using site = Site.make();
  const gate = site.path("gate");
  const body = {
    request: `run echo > ${site.path("alive")}; until test -e ${gate}; do sleep 0.05; done; echo a > a.md\n` +
      'create b.md with "b"',
    repoPath: site.repository.root,
  };
  let id: string;
  {
    await using service = await site.start();
    ({ id } = await service.operator("POST /coordinator/runs", { body }, ASKED));
    await site.appears("alive");
    await service.operator("POST /runs/:id/task-cards/:taskId/block", {
      params: { id, taskId: "task_2" },
      body: {},
    });
    assert.equal((await service.kill()).signal, "SIGKILL");
  }
  await using service = await site.resume();
  Deno.writeTextFileSync(gate, "");
  {
    await using tail = new EventTail(service);
    const end = await tail.first(eventOf(id, "run.waiting", "run.failed"));
    assert.equal(end.type, "run.waiting", JSON.stringify(end.data));
  }
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual(run.tasks.map(({ status }) => status), ["completed", "blocked"]);
  const after = await headOf(service);
  await service.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id, taskId: "task_2" },
    body: {},
  });
  await finish(site, service, id, after);
});
