import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import type { ServiceInside } from "../kit/service_inside.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { hangs, uses } from "../models/server/reply.ts";
import { configure, EDIT, planning, providerOf, works } from "../models/workers/scenario.ts";
import { eventOf, EventTail, type EventTest } from "./event_tail.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

const END = ["run.completed", "run.failed", "run.cancelled"];

/** What happens once in a run, however often it was interrupted. */
const ONCE = ["run.planned", "task_session.completed", "run.bundled", "approval.applied", "run.completed"];

/** Asks for the work that the model is to do. */
async function ask(site: Site, service: ServiceClient): Promise<string> {
  const { id } = await service.operator("POST /coordinator/runs", {
    body: {
      request: "Say bye.",
      repoPath: site.repository.root,
      worker: { provider: "local" },
      verifier: { command: "grep -q bye a.txt" },
    },
  });
  return id;
}

/**
 * Drives the run of a restarted service to its end, and checks that it did everything once and left nothing. `after` is a
 * sequence behind all that was asked before; of `lost` calls nobody knows what they cost.
 */
async function finish(
  site: Site,
  service: ServiceInside,
  id: string,
  interrupted: string[],
  { after = 0, lost = interrupted.filter((status) => status === "interrupted").length } = {},
): Promise<void> {
  using tail = new EventTail(service, after);
  const checkpoint = await tail.first(eventOf(id, "approval.requested", ...END));
  assert.equal(checkpoint.type, "approval.requested", JSON.stringify(checkpoint.data));
  const approval = checkpoint.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  assert.equal((await tail.first(eventOf(id, ...END))).type, "run.completed");
  const log = (await readLog(service)).filter(({ runid }) => runid === id).map(({ type }) => type);
  for (const type of ONCE) assert.deepEqual(log.filter((other) => other === type), [type]);
  assert.equal(site.repository.read("a.txt"), "bye\n");
  const [session] = await service.operator("GET /runs/:id/task-sessions", { params: { id } });
  const { modelCalls } = await service.operator("GET /task-sessions/:id", { params: { id: session!.id } });
  assert.deepEqual(modelCalls.map(({ status }) => status), [...interrupted, "completed", "completed"]);
  const { today } = (await service.operator("GET /control-plane/status")).spend;
  assert.deepEqual([today.openCalls, today.lostCalls, today.unknownCalls], [0, lost, lost]);
  assert.equal(today.lostUsd > 0, lost > 0, "what they may have cost is kept");
  assert.equal(today.reservedUsd, today.lostUsd, "and nothing else is");
  await checkStore(service);
  await site.end(service);
}

for (
  const [when, after] of [["before a word", "nothing"], [
    "in the middle of its words",
    "first_token",
  ]] as const
) {
  Deno.test(`kill -9 while a model is asked, ${when}: the task is done anew after the restart, and the run ends applied`, async () => {
    using site = Site.make();
    const work = works(EDIT);
    let hung = false;
    await using server = ModelServer.start(planning((question) => {
      if (hung) return work(question);
      hung = true;
      return hangs(after);
    }));
    configure(site.storage, [providerOf(server)]);
    await using killed = await site.start();
    const id = await ask(site, killed);
    await server.arrived(2);
    await killed.kill();
    await using service = await site.resume();
    await finish(site, service, id, ["interrupted"]);
  });
}

Deno.test("kill -9 while a model plans: it plans anew after the restart, and the run ends applied", async () => {
  using site = Site.make();
  const rest = planning(works(EDIT));
  let hung = false;
  await using server = ModelServer.start((question) => {
    if (hung) return rest(question);
    hung = true;
    return hangs("first_token");
  });
  configure(site.storage, [providerOf(server)]);
  await using killed = await site.start();
  const id = await ask(site, killed);
  await server.arrived(1);
  await killed.kill();
  await using service = await site.resume();
  await finish(site, service, id, [], { lost: 1 });
});

Deno.test("kill -9 while a model's command runs: nothing of the command is left, the task is done anew, and the run ends applied", async () => {
  using site = Site.make();
  const work = works(EDIT);
  let begun = false;
  await using server = ModelServer.start(planning((question) => {
    if (begun) return work(question);
    begun = true;
    return uses({ name: "run_command", input: { command: "sleep 1000 & sleep 1000" } });
  }));
  configure(site.storage, [providerOf(server)]);
  await using killed = await site.start();
  const id = await ask(site, killed);
  using tail = new EventTail(killed);
  // The verifier may be running on the base at the same time.
  const ofWorker: EventTest = ({ type, data }) =>
    type !== "process.started" || (data as { purpose?: string }).purpose === "worker";
  const next = (...types: string[]) => tail.first((event) => eventOf(id, ...types)(event) && ofWorker(event));
  let reached = await next("process.started", "approval.requested");
  if (reached.type === "approval.requested") {
    // No sandbox here, so the command is asked for first.
    const approval = reached.subject.slice("approval/".length);
    await killed.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
    reached = await next("process.started");
  }
  await killed.kill();
  await using service = await site.resume();
  await finish(site, service, id, ["completed"], { after: reached.sequence });
});
