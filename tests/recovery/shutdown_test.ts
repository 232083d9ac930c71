import assert from "node:assert/strict";
import { eventOf, EventTail } from "./event_tail.ts";
import { after, approve, contentOf, largeSite, untilCheckpoint } from "./large_patch.ts";
import { EndedEarly } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

Deno.test("SIGTERM while a patch is applied: it is applied to its end, its approval is answered, the exit code is 0", async () => {
  using site = largeSite();
  const { run, approval } = await untilCheckpoint(site);
  {
    await using service = await site.start();
    using tail = new EventTail(service);
    const answer = approve(service, approval);
    await tail.first(eventOf(run, "approval.apply_started"));
    assert.equal((await service.terminate()).code, 0, service.output());
    assert.equal(await answer, "applied");
  }
  assert.deepEqual(contentOf(site), after);
  await using service = await site.start();
  const { status, recoveries } = await service.operator("GET /runs/:id", { params: { id: run } });
  assert.deepEqual([status, recoveries], ["completed", 0]);
  await checkStore(service);
  await site.end(service);
});

Deno.test("SIGTERM while tasks run ends them and their children; the next start finishes", async () => {
  using site = Site.make();
  const gate = site.path("gate");
  const request = `run sleep 1000 & echo > ${
    site.path("alive")
  }; until test -e ${gate}; do sleep 0.05; done; echo x > made.txt`;
  let id = "";
  {
    await using service = await site.start();
    const body = { request, repoPath: site.repository.root };
    ({ id } = await service.operator("POST /coordinator/runs", { body }));
    await site.appears("alive");
    await site.end(service);
  }
  Deno.writeTextFileSync(gate, "");
  await using service = await site.start();
  using tail = new EventTail(service);
  const { type, subject } = await tail.first(eventOf(id, "approval.requested", "run.failed"));
  assert.equal(type, "approval.requested");
  assert.equal(await approve(service, subject.slice("approval/".length)), "applied");
  await tail.first(eventOf(id, "run.completed"));
  assert.equal(site.repository.read("made.txt"), "x\n");
  await site.end(service);
});

Deno.test("SIGTERM under load: what was acknowledged is there, nothing is answered with an error", async () => {
  using site = Site.make();
  const acknowledged: string[] = [];
  const refused: string[] = [];
  {
    await using service = await site.start();
    const body = { request: 'create b.txt with "b"', repoPath: site.repository.root };
    const client = async () => {
      try {
        for (;;) {
          const { id } = await service.operator("POST /coordinator/runs", { body });
          if (acknowledged.push(id) === 100) service.child.kill("SIGTERM");
        }
      } catch (error) {
        // Only a service that is gone may leave a request unanswered.
        if (!(error instanceof TypeError)) refused.push(String(error));
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    assert.equal((await service.ended).code, 0, service.output());
  }
  assert.deepEqual(refused, []);
  await using service = await site.start({ workers: 0 });
  const created = (await readLog(service)).filter(({ type }) => type === "run.created").map(({ runid }) =>
    runid
  );
  for (const id of acknowledged) assert.ok(created.includes(id), id);
  await site.end(service);
});

Deno.test("a second process on the same storage says who holds it, exits with 2, and disturbs nothing", async () => {
  using site = Site.make();
  await using service = await site.start();
  const second = await site.start().then(() => assert.fail("it started"), (error) => error);
  assert.ok(second instanceof EndedEarly);
  assert.equal(second.status.code, 2);
  assert.match(second.output, new RegExp(`in use by process ${service.child.pid} since `));
  assert.equal((await service.operator("GET /health")).status, "ok");
  await site.end(service);
  await using next = await site.start();
  await site.end(next);
});
