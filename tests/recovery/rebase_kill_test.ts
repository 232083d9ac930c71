import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { oneOf, withSeed } from "./seed.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

/** What happens so often, wherever it was interrupted. */
const TIMES = { "run.rebased": 1, "run.bundled": 2, "approval.requested": 2, "run.completed": 1 };

/** The id of the checkpoint that shows the round. */
async function approval(service: ServiceClient, id: string, round: number): Promise<string> {
  using tail = new EventTail(service);
  const isAsked = eventOf(id, "approval.requested");
  let asked = 0;
  const { subject } = await tail.first((event) => isAsked(event) && ++asked === round);
  return subject.slice("approval/".length);
}

async function killAt(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  const { id } = await killed.operator("POST /coordinator/runs", {
    body: {
      request: 'create b.txt with "b"',
      repoPath: site.repository.root,
      verifier: { command: "test -f b.txt" },
    },
  });
  await approval(killed, id, 1);
  site.repository.commit({ "c.txt": "theirs" });
  const head = site.repository.git("rev-parse", "HEAD").trim();
  await killed.operator("POST /runs/:id/rebase", { params: { id } }).catch(() => {});
  assert.equal((await killed.ended).signal, "SIGKILL", `${point}: ${killed.output()}`);
  await using service = await site.resume();
  const asked = await approval(service, id, 2);
  await service.operator("POST /approvals/:id/approve", { params: { id: asked }, body: REVIEWED });
  using tail = new EventTail(service);
  await tail.first(eventOf(id, "run.completed"));
  const types = (await readLog(service)).filter(({ runid }) => runid === id).map(({ type }) => type);
  for (const [type, times] of Object.entries(TIMES)) {
    assert.equal(types.filter((other) => other === type).length, times, `${point}: ${type}`);
  }
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.equal(run.base?.commit, head);
  assert.equal(site.repository.git("status", "--porcelain"), "?? b.txt\n");
  await checkStore(service);
  await site.end(service);
}

const POINTS = ["admit_commands:before#2", "verify:evaluated#2", "bundle:written#2", "checkpoint:before#2"];

Deno.test("kill -9 at a boundary after a change was put on top of another base: one round shows it, and it is written once", () =>
  withSeed((seed) => killAt(oneOf(POINTS, seed))));
