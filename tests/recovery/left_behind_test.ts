import assert from "node:assert/strict";
import { join } from "node:path";
import { eventOf, EventTail } from "./event_tail.ts";
import { filesBelow, namesIn } from "./leftovers.ts";
import { checkStore, Site } from "./site.ts";

/** Leaves behind what git leaves when it is killed together with the service, as a power cut or a container's end does. */
function leaveLocks(site: Site, refs: readonly string[]): void {
  const repositories = join(site.storage, "repositories");
  for (const id of namesIn(repositories)) {
    const gitDir = join(repositories, id, "control.git");
    for (const ref of refs) {
      Deno.writeTextFileSync(join(gitDir, `${ref}.lock`), "");
    }
  }
}

Deno.test("locks that git left when it was killed with the service keep no run from its end and from its deletion", async () => {
  using site = Site.make();
  const body = { request: 'create b.txt with "b"', repoPath: site.repository.root };
  let id = "";
  {
    await using service = await site.start({ fault: "dispatch:after#1" });
    ({ id } = await service.operator("POST /coordinator/runs", { body }));
    assert.equal((await service.ended).signal, "SIGKILL", service.output());
  }
  const result = `refs/retained/${id}/result-1`;
  leaveLocks(site, ["packed-refs", result]);
  await using service = await site.start();
  using tail = new EventTail(service);
  const reached = await tail.first(eventOf(id, "approval.requested", "run.failed"));
  assert.equal(reached.type, "approval.requested", JSON.stringify(reached.data));
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  leaveLocks(site, [result]);
  await service.operator("POST /runs/:id/delete", { params: { id } });
  await site.end(service);
});

Deno.test("temporary files that a killed service left in its storage are gone after its next start", async () => {
  using site = Site.make();
  {
    await using service = await site.start();
    using tail = new EventTail(service);
    const body = { request: 'create b.txt with "b"', repoPath: site.repository.root };
    const { id } = await service.operator("POST /coordinator/runs", { body });
    await tail.first(eventOf(id, "approval.requested"));
    await service.kill();
  }
  const kept = () =>
    filesBelow(site.storage).filter((path) => !/^(logs|lock|harness\.db|artifacts\/marks)/.test(path)).sort();
  const before = kept().filter((path) => !path.includes("/work.git/"));
  assert.ok(before.length < kept().length, "the control: what git worked in is there before");
  const [config] = before.filter((path) => path.endsWith("control.git/config"));
  for (
    const path of [`artifacts/unfinished/${crypto.randomUUID()}`, `${config}.${crypto.randomUUID()}.tmp`]
  ) {
    Deno.writeTextFileSync(join(site.storage, path), "half");
  }
  const temporary = join(site.storage, config!, "../../temporary/0123456789abcdef");
  Deno.mkdirSync(temporary);
  Deno.writeTextFileSync(join(temporary, "index"), "half");
  await using service = await site.start();
  await checkStore(service);
  await site.end(service);
  assert.deepEqual(kept(), before);
  assert.deepEqual(namesIn(join(temporary, "..")), []);
});

Deno.test("what a killed run wrote and did not record is erased with it, also if it is cancelled before it goes on", async () => {
  using site = Site.make();
  const body = { request: 'create b.txt with "b"', repoPath: site.repository.root };
  let id = "";
  {
    await using service = await site.start({ fault: "bundle:written#1" });
    ({ id } = await service.operator("POST /coordinator/runs", { body }));
    assert.equal((await service.ended).signal, "SIGKILL", service.output());
  }
  const artifacts = () => filesBelow(join(site.storage, "artifacts"));
  assert.ok(artifacts().length > 0);
  const service = await site.resume(0);
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await service.operator("POST /runs/:id/delete", { params: { id } });
  assert.deepEqual(artifacts(), []);
  await site.end(service);
});
