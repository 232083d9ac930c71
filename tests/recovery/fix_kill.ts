import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { configure, planning, providerOf, works } from "../models/workers/scenario.ts";
import type { Question } from "../models/server/question.ts";
import { CHECK, edit } from "../runs/fix_world.ts";
import { assertKilledAt } from "./killed_at.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

const END = ["run.completed", "run.failed", "run.cancelled"];

/** Each boundary of a fix round and of the check of the base. */
export const FIX_POINTS = [
  "process:base:started#1",
  "base:checked#1",
  "fix:before#1",
  "fix:decided#1",
  "fix:after#1",
  "fix:decided#2",
  "verify:evaluated#2",
  "bundle:written#3",
];

/** What happens so often in the run, however often it was interrupted. */
const TIMES = {
  "run.base_checked": 1,
  "run.fix_requested": 2,
  "run.integrated": 3,
  "evaluation.completed": 3,
  "run.bundled": 3,
  "approval.requested": 1,
  "approval.applied": 1,
  "run.completed": 1,
};

const EDITS = [edit("hello", "one"), edit("one", "one two"), edit("one two", "one two three")];

/** Does the edit that the task asks for, whenever it is asked: a task that is begun again gets the same answers. */
function answer(question: Question) {
  const told = question.said[0]!;
  const left = !told.includes("not ok") ? 0 : told.includes("- two") ? 1 : 2;
  return works(...(question.results.length > 0 ? [] : [EDITS[left]!]))(question);
}

const create = (site: Site, service: ServiceClient) =>
  service.operator("POST /coordinator/runs", {
    body: {
      request: "Count to three.",
      repoPath: site.repository.root,
      worker: { provider: "local" },
      verifier: CHECK,
    },
  });

/** Drives the run to its end from wherever it is. */
async function drive(service: ServiceClient, id: string): Promise<void> {
  using tail = new EventTail(service);
  const reached = await tail.first(eventOf(id, "approval.requested", ...END));
  assert.equal(reached.type, "approval.requested", JSON.stringify(reached.data));
  const approval = reached.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  assert.equal((await tail.first(eventOf(id, ...END))).type, "run.completed");
}

/** Kills the service at a boundary of a run that is sent back twice: it ends in the same way. */
export async function killFix(point: string): Promise<void> {
  using site = Site.make();
  await using server = ModelServer.start(planning(answer));
  configure(site.storage, [providerOf(server)]);
  await using killed = await site.start({ fault: point });
  const { id } = await create(site, killed);
  await assertKilledAt(point, killed, drive(killed, id));
  await using service = await site.resume();
  await drive(service, id);
  const types = (await readLog(service)).filter(({ runid }) => runid === id).map(({ type }) => type);
  for (const [type, times] of Object.entries(TIMES)) {
    assert.equal(types.filter((other) => other === type).length, times, `${point}: ${type}`);
  }
  assert.equal(site.repository.read("a.txt"), "one two three\n");
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual(run.attempts.map(({ outcome }) => outcome), ["failed", "failed", "passed"]);
  await checkStore(service);
  await site.end(service);
}
