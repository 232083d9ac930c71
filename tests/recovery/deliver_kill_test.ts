import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { inParallel } from "./in_parallel.ts";
import { checkStore, readLog, Site } from "./site.ts";

async function killAt(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  const { id } = await killed.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: site.repository.root },
  });
  using tail = new EventTail(killed);
  const asked = await tail.first(eventOf(id, "approval.requested"));
  const params = { id: asked.subject.slice("approval/".length) };
  const body = { ...REVIEWED, delivery: "branch" as const };
  const survived = await killed.operator("POST /approvals/:id/approve", { params, body }).then(
    () => true,
    () => false,
  );
  assert.ok(!survived, `${point} was not reached`);
  assert.equal((await killed.ended).signal, "SIGKILL", killed.output());
  await using service = await site.start();
  using rest = new EventTail(service);
  await rest.first(eventOf(id, "run.completed"));
  const { delivery } = await service.operator("GET /runs/:id", { params: { id } });
  const branches = site.repository.git("for-each-ref", "--format=%(refname:short) %(objectname)");
  assert.ok(branches.includes(`${delivery!.branch} ${delivery!.commit}\n`), branches);
  assert.equal(branches.trim().split("\n").length, 2, "one branch, once");
  assert.equal(site.repository.git("status", "--porcelain"), "");
  const types = (await readLog(service)).map(({ type }) => type);
  for (const type of ["approval.apply_started", "approval.applied", "run.patch_applied"]) {
    assert.equal(types.filter((other) => other === type).length, 1, type);
  }
  await checkStore(service);
  await site.end(service);
}

Deno.test("kill -9 before and after a branch is written: it is there once, and the run completes", async () => {
  await inParallel(2, ["apply:intended#1", "deliver:written#1"], killAt);
});
