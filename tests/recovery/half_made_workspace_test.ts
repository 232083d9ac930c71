import assert from "node:assert/strict";
import { join } from "node:path";
import { eventOf, EventTail } from "./event_tail.ts";
import { namesIn } from "./leftovers.ts";
import { without } from "./surroundings.ts";
import { Site } from "./site.ts";

const FILES = 6_000;

Deno.test("a service that is killed while git fills a workspace starts at once, although git keeps running for a while", async () => {
  using site = Site.make(
    Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`d${n % 60}/${n}.txt`, `line ${n}\n`])),
  );
  const workspaces = join(site.storage, "workspaces");
  const body = { request: 'append "x" to d0/0.txt', repoPath: site.repository.root };
  let id = "";
  {
    await using service = await site.start();
    Deno.mkdirSync(workspaces, { recursive: true });
    using watcher = Deno.watchFs(workspaces);
    ({ id } = await service.operator("POST /coordinator/runs", { body }));
    for await (const { paths } of watcher) if (paths.some((path) => path.includes("/d0/"))) break;
    await service.kill();
  }
  await using service = await site.start();
  using tail = new EventTail(service);
  const reached = await tail.first(eventOf(id, "approval.requested", "run.failed"));
  assert.equal(reached.type, "approval.requested", JSON.stringify(reached.data));
  const { approvals } = await service.operator("GET /runs/:id", { params: { id } });
  const [bundle] = approvals[0]!.evidence;
  assert.ok(bundle?.kind === "repo-write-patch-bundle");
  assert.deepEqual(bundle.files.map(({ path }) => path), ["d0/0.txt"]);
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await site.end(service);
});

Deno.test("a killed run that left read-only directories does not keep the service from starting", async () => {
  using site = Site.make();
  const wrap = await without("dac_override", "dac_read_search");
  const command = `mkdir -p ro/deep && touch ro/deep/x && chmod 555 ro ro/deep && echo > ${
    site.path("alive")
  }; sleep 1000`;
  {
    await using service = await site.start({ wrap });
    const body = { request: `run ${command}`, repoPath: site.repository.root };
    await service.operator("POST /coordinator/runs", { body });
    await site.appears("alive");
    await service.kill();
  }
  Deno.removeSync(site.path("alive"));
  await using service = await site.start({ wrap });
  await site.appears("alive");
  const [run] = await service.operator("GET /runs");
  await service.operator("POST /runs/:id/cancel", { params: { id: run!.id }, body: {} });
  await site.end(service);
  assert.deepEqual(namesIn(join(site.storage, "workspaces")), []);
});
