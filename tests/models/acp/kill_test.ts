import assert from "node:assert/strict";
import { REVIEWED } from "../../git.ts";
import { eventOf, EventTail } from "../../recovery/event_tail.ts";
import { processesOf } from "../../recovery/leftovers.ts";
import type { ServiceProcess } from "../../recovery/service_process.ts";
import { checkStore, readLog, Site } from "../../recovery/site.ts";
import { ModelServer } from "../server/model_server.ts";
import { says } from "../server/reply.ts";
import { script } from "./script.ts";
import { configure } from "./acp_world.ts";

const STEPS = script(
  { do: "run", command: "sleep 1000 & echo begun > begun.txt", how: "detached" },
  { do: "edit", path: "a.txt", text: "asked\n" },
  { do: "edit", path: "b.txt", text: "asked as well\n" },
  { do: "say", text: "Both." },
);

async function ask(site: Site, service: ServiceProcess): Promise<string> {
  await service.operator("POST /repositories/dial", {
    body: { repoPath: site.repository.root, dial: "everything" },
  });
  const body = { request: STEPS, repoPath: site.repository.root, worker: { provider: "coder" } };
  return (await service.operator("POST /coordinator/runs", { body }, { idempotencyKey: "once" })).id;
}

/** Decides every question about one file as it comes, and the patch at the end. */
async function decideAll(service: ServiceProcess, runId: string): Promise<void> {
  using tail = new EventTail(service);
  for (const seen = new Set<string>();;) {
    const event = await tail.first((each) =>
      eventOf(runId, "approval.requested", "run.completed", "run.failed")(each) && !seen.has(each.id)
    );
    seen.add(event.id);
    if (event.type !== "approval.requested") {
      return assert.equal(event.type, "run.completed", JSON.stringify(event.data));
    }
    const id = event.subject.slice("approval/".length);
    const run = await service.operator("GET /runs/:id", { params: { id: runId } });
    if (run.approvals.find((approval) => approval.id === id)?.status !== "pending") continue;
    await service.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
  }
}

Deno.test("kill -9 while an ACP agent's question waits: the agent dies with it, the decision after the restart counts, and the run ends right", async () => {
  await using server = ModelServer.start(() => says("An answer."));
  using site = Site.make({ "keep.txt": "kept\n" });
  await configure(site.storage, server, { mode: "resume", agent: {} });
  let id = "";
  {
    await using service = await site.start();
    id = await ask(site, service);
    using tail = new EventTail(service);
    const asked = await tail.first(eventOf(id, "approval.requested", "run.failed"));
    assert.equal(asked.type, "approval.requested", JSON.stringify(asked.data));
    assert.ok(processesOf(site.storage).length > 1);
    await service.kill();
  }
  await using service = await site.start();
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([run.status, run.waitingFor?.kind, run.tasks[0]?.status], [
    "waiting",
    "approval",
    "waiting",
  ]);
  assert.deepEqual(processesOf(site.storage).map((each) => each.split(" ")[0]), [String(service.child.pid)]);
  await decideAll(service, id);
  const requested = (await readLog(service)).filter(eventOf(id, "approval.requested"));
  assert.equal(
    new Set(requested.map(({ data }) => (data as { title: string }).title)).size,
    requested.length,
  );
  assert.equal(site.repository.read("a.txt") + site.repository.read("b.txt"), "asked\nasked as well\n");
  await checkStore(service);
  await site.end(service);
});

for (const point of ["process:agent:started#1", "ask:*:requested#1", "ask:*:requested#2"]) {
  Deno.test(`kill -9 at ${point}: the run of an ACP agent goes on to the same end`, async () => {
    await using server = ModelServer.start(() => says("An answer."));
    using site = Site.make({ "keep.txt": "kept\n" });
    await configure(site.storage, server, { mode: "resume", agent: {} });
    let id = "";
    {
      await using service = await site.start({ fault: point });
      id = await ask(site, service).catch(() => "");
      const driven = decideAll(service, id).catch(() => {});
      const [status] = await Promise.all([service.ended, driven]);
      assert.equal(status.signal, "SIGKILL", service.output());
    }
    await using service = await site.start();
    id = await ask(site, service);
    await decideAll(service, id);
    assert.equal(site.repository.read("a.txt") + site.repository.read("b.txt"), "asked\nasked as well\n");
    await checkStore(service);
    await site.end(service);
  });
}
