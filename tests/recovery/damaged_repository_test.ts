import assert from "node:assert/strict";
import { join } from "node:path";
import {
  approve,
  BEFORE,
  checkpointOf,
  comesToSameEnd,
  contentOf,
  DAMAGE_SHARE,
  damageAll,
  eachFile,
  REQUEST,
} from "./damaged_repository.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { Site } from "./site.ts";

// The whole of them is a trial: deno task soak -- damage
for (const each of DAMAGE_SHARE) Deno.test(each.name, () => comesToSameEnd(each));

Deno.test("an approval whose content is lost everywhere ends as failed with a report, and writes nothing more", async () => {
  using site = Site.make(BEFORE);
  let id = "";
  {
    await using service = await site.start({ fault: "apply:renamed:0#1" });
    const body = { request: REQUEST, repoPath: site.repository.root };
    ({ id } = await service.operator("POST /coordinator/runs", { body }));
    await checkpointOf(service, id);
    await approve(service, id).catch(() => {}); // the answer dies with the service
    assert.equal((await service.ended).signal, "SIGKILL", service.output());
  }
  const halfway = contentOf(site);
  assert.deepEqual(
    [halfway["a.txt"], "b/new.txt" in halfway],
    ["bye\n", false],
    "the control: it is half done",
  );
  damageAll(site, (directory) => Deno.removeSync(directory, { recursive: true }));
  eachFile(join(site.storage, "artifacts"), /./, (path) => {
    if (Deno.readTextFileSync(path) === "bye\nnew\n") Deno.removeSync(path);
  });
  await using service = await site.start();
  using tail = new EventTail(service);
  const end = await tail.first(eventOf(id, "run.completed", "run.failed"));
  assert.deepEqual((end.data as { reason: string }).reason, "apply_conflict");
  const { approvals } = await service.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual(approvals.map(({ application }) => application), ["failed"]);
  const path = "apply/round-1.json";
  const { content } = await service.operator("GET /runs/:id/artifact", { params: { id }, query: { path } });
  const states = (JSON.parse(content!) as { state: string }[]).map(({ state }) => state);
  assert.deepEqual(states, ["after", "before"]);
  assert.deepEqual(contentOf(site), { "a.txt": "bye\n", "keep.txt": "as it is\n" });
  await site.end(service);
});
