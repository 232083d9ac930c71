import assert from "node:assert/strict";
import { join } from "node:path";
import { ApiError } from "../../client/client.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { approve } from "./large_patch.ts";
import { EndedEarly, type ServiceProcess } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";
import { smallDisk } from "./surroundings.ts";

const FULL =
  "The disk of the storage directory is full. Nothing was recorded. Free some space and try again.";

/** Fills what is left of the service's own disk, which only it sees mounted. Dispose it to make room again. */
function fill(service: ServiceProcess, storage: string): Disposable {
  const path = `/proc/${service.child.pid}/root${join(storage, "filler")}`;
  using file = Deno.openSync(path, { createNew: true, write: true });
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
    try {
      while (file.writeSync(new Uint8Array(size)) > 0);
    } catch {
      // Full for pieces of this size.
    }
  }
  return { [Symbol.dispose]: () => Deno.removeSync(path) };
}

const refusal = async (asked: Promise<unknown>): Promise<[number, string]> => {
  const error = await asked.then(() => assert.fail("it was answered with success"), (error) => error);
  assert.ok(error instanceof ApiError, String(error));
  return [error.status, error.message];
};

Deno.test("a service on a disk that is really full refuses what it cannot record, and continues when there is space", async (t) => {
  using site = Site.make();
  const wrap = await smallDisk(site.storage, "6m");
  if (!wrap) {
    await t.step({
      name: "NOT RUN: this machine allows no mount of a small disk",
      ignore: true,
      fn: () => {},
    });
    return;
  }
  await using service = await site.start({ wrap });
  const create = (n: number, text = "note") =>
    service.operator("POST /coordinator/runs", {
      body: { request: `create n${n}.txt with "${text}"`, repoPath: site.repository.root },
    });
  using tail = new EventTail(service);
  const checkpointOf = async (id: string) =>
    (await tail.first(eventOf(id, "approval.requested"))).subject.slice("approval/".length);
  const conversation = await service.operator("POST /coordinator/conversations", { body: {} });
  const first = await create(1);
  const approval = await checkpointOf(first.id);
  {
    using _full = fill(service, site.storage);
    const large = "x".repeat(90_000);
    for (const answer of await Promise.all([2, 3, 4].map((n) => refusal(create(n, large))))) {
      assert.deepEqual(answer, [500, FULL]);
    }
    const file = { name: "a.txt", mediaType: "text/plain", contentBase64: btoa(large) };
    const attach = service.operator("POST /coordinator/conversations/:id/attachments", {
      params: { id: conversation.id },
      body: { files: [file] },
    });
    assert.deepEqual(await refusal(attach), [500, FULL], "what the system says, not SQLite");
    assert.deepEqual((await service.operator("GET /runs")).map(({ id }) => id), [first.id]);
    assert.equal(site.repository.exists("n1.txt"), false);
  }
  assert.equal(await approve(service, approval), "applied");
  assert.equal(site.repository.read("n1.txt"), "note");
  const next = await create(5);
  assert.equal(await approve(service, await checkpointOf(next.id)), "applied");
  await readLog(service);
  await checkStore(service);
  await site.end(service);
});

Deno.test("a start on a disk without room ends with a sentence", async (t) => {
  using site = Site.make();
  for (const size of ["64k", "256k", "512k"]) {
    const wrap = await smallDisk(site.storage, size);
    if (!wrap) {
      await t.step({
        name: "NOT RUN: this machine allows no mount of a small disk",
        ignore: true,
        fn: () => {},
      });
      return;
    }
    await assert.rejects(site.start({ wrap }), (error) => {
      assert.ok(error instanceof EndedEarly, String(error));
      assert.deepEqual([error.status.code, error.output], [2, `${FULL}\n`], size);
      return true;
    });
  }
});
