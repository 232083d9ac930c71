import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { assertKilledAt } from "./killed_at.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

const END = ["run.completed", "run.failed", "run.cancelled"];

/** Each boundary of a race, of its end, and of what is combined of two contenders. */
export const RACE_POINTS = [
  "plan:before#1",
  "race:before#1",
  "verify:integrated#1",
  "verify:evaluated#1",
  "bundle:written#1",
  "verify:evaluated#2",
  "bundle:written#2",
  "fix:decided#1",
  "race:3:lost#1",
  "race:ending#1",
  "race:after#1",
  "verify:evaluated#4",
  "bundle:written#4",
  "checkpoint:before#1",
];

/** What happens so often in the run, however often it was interrupted. */
const TIMES = {
  "run.contender_planned": 3,
  "run.contender_lost": 1,
  "run.race_ended": 1,
  "run.result_picked": 1,
  "run.fix_requested": 1,
  "run.integrated": 3,
  "evaluation.completed": 4,
  "run.bundled": 4,
  "approval.requested": 1,
  "approval.applied": 1,
  "run.completed": 1,
};

const LAZY = "if grep -q 'Its output follows'; then echo bye > a.txt; else echo lazy > lazy.txt; fi";

/** Workers that are programs: one writes a file, and what the verifier wants when it is told so; one fails. */
function configure(site: Site): void {
  const provider = (id: string, script: string) => {
    return { id, kind: "command", command: ["sh", "-c", script], allowUnsandboxed: true };
  };
  const providers = [provider("lazy", LAZY), provider("broken", "exit 3")];
  Deno.writeTextFileSync(`${site.storage}/providers.json`, JSON.stringify({ providers }));
}

const create = (site: Site, service: ServiceClient) =>
  service.operator("POST /coordinator/runs", {
    body: {
      request: 'replace "hello" with "bye" in a.txt',
      repoPath: site.repository.root,
      verifier: { command: "grep -q bye a.txt" },
      race: { contenders: ["builtin", "lazy", "broken"].map((provider) => ({ worker: { provider } })) },
    },
  }, { idempotencyKey: "race" });

/** Drives the run to its end from wherever it is: what two contenders changed is combined. */
async function drive(service: ServiceClient, id: string): Promise<void> {
  using tail = new EventTail(service);
  await tail.first(eventOf(id, "run.race_ended", ...END));
  const { race } = await service.operator("GET /runs/:id", { params: { id } });
  if (race!.picked === null) {
    const parts = [{ contender: 1 }, { contender: 2 }];
    await service.operator("POST /runs/:id/pick", { params: { id }, body: { parts } });
  }
  const reached = await tail.first(eventOf(id, "approval.requested", ...END));
  assert.equal(reached.type, "approval.requested", JSON.stringify(reached.data));
  const approval = reached.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  assert.equal((await tail.first(eventOf(id, ...END))).type, "run.completed");
}

/** Kills the service at a boundary of a race: it ends in the same way. */
export async function killRace(point: string): Promise<void> {
  using site = Site.make();
  configure(site);
  await using killed = await site.start({ fault: point, workers: 3 });
  const { id } = await create(site, killed);
  await assertKilledAt(point, killed, drive(killed, id));
  await using service = await site.resume();
  await drive(service, id);
  const types = (await readLog(service)).filter(({ runid }) => runid === id).map(({ type }) => type);
  for (const [type, times] of Object.entries(TIMES)) {
    assert.equal(types.filter((other) => other === type).length, times, `${point}: ${type}`);
  }
  assert.deepEqual([site.repository.read("a.txt"), site.repository.read("lazy.txt")], ["bye\n", "lazy\n"]);
  await checkStore(service);
  await site.end(service);
}
