import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

const SOURCE = `name: build
nodes:
  - { id: make, kind: command, with: { command: echo made > made.txt } }
  - { id: test, kind: command, dependsOn: [make], with: { command: echo half > half.txt; cat there.txt } }
`;

/** Each event and boundary from stepping into a node that failed to handing it back. */
export const NODE_POINTS = [
  ...["run.retried", "entered", "hand_back_requested", "handed_back"].flatMap((name) => {
    const type = name.includes(".") ? name : `task_session.${name}`;
    return [`recorded:${type}#1`, `committed:${type}#1`];
  }),
  "recorded:task_session.enter_requested#1",
  "task:*:entering#1",
  "task:*:taking-back#1",
];

/** Each event and boundary of keeping what a person left in a run that was cancelled. */
export const LEFT_POINTS = [
  "committed:run.cancelled#1",
  "task:*:keeping#1",
  "recorded:run.changes_kept#1",
  "committed:run.changes_kept#1",
];

const typesOf = async (service: ServiceClient): Promise<string[]> =>
  (await readLog(service)).map(({ type }) => type);

/** Lets a workflow fail, steps into its failed node and changes it, from wherever it is. Returns the run that continues. */
async function inside(site: Site, service: ServiceClient, tail: EventTail): Promise<string> {
  const saved = await service.operator("POST /saved-workflows", { body: { source: SOURCE } }, {
    idempotencyKey: "saved",
  });
  const { runId } = await service.operator("POST /saved-workflows/:id/run", {
    params: { id: saved.id },
    body: { repoPath: site.repository.root },
  }, { idempotencyKey: "run" });
  await tail.first(eventOf(runId!, "run.failed"));
  const left = (await readLog(service)).find(({ type }) => type === "task_session.hand_back_requested");
  if (left) return left.runid!; // entering again would be another visit
  const { runId: id } = await service.operator("POST /runs/:id/enter", { params: { id: runId! }, body: {} });
  await tail.first(eventOf(id, "task_session.entered"));
  const [place] = await service.operator("GET /runs/:id/entered", { params: { id } });
  if (place?.state === "entered") {
    const { directory } = place;
    assert.deepEqual(
      ["made.txt", "half.txt"].map((name) => Deno.readTextFileSync(join(directory!, name))),
      ["made\n", "half\n"],
    );
    Deno.writeTextFileSync(join(directory!, "there.txt"), "mine\n");
  }
  return id;
}

async function handBack(site: Site, service: ServiceClient): Promise<void> {
  using tail = new EventTail(service);
  const id = await inside(site, service, tail);
  const params = { id };
  if (!(await typesOf(service)).includes("task_session.hand_back_requested")) {
    await service.operator("POST /runs/:id/hand-back", { params, body: {} });
  }
  const { subject } = await tail.first(eventOf(id, "approval.requested"));
  await service.operator("POST /approvals/:id/approve", {
    params: { id: subject.slice("approval/".length) },
    body: REVIEWED,
  });
  await tail.first(eventOf(id, "run.completed"));
}

/** Kills the service at a point and lets the person go on: one run continues the failed one, with the edits, which are there once. */
export async function killInNode(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  await handBack(site, killed).catch(() => {});
  assert.equal((await killed.terminate()).signal, "SIGKILL", `${point} was not reached: ${killed.output()}`);
  await using service = await site.resume();
  await handBack(site, service);
  assert.deepEqual(
    ["made.txt", "half.txt", "there.txt"].map((name) => site.repository.read(name)),
    ["made\n", "half\n", "mine\n"],
  );
  const types = await typesOf(service);
  for (const type of ["entered", "hand_back_requested", "handed_back"]) {
    assert.equal(types.filter((each) => each === `task_session.${type}`).length, 1, `${point}: ${type}`);
  }
  assert.equal(types.filter((each) => each === "run.retried").length, 1, point);
  await checkStore(service);
  await site.end(service);
}

/** Kills the service while it keeps what a person left in a cancelled run: the next start has it, once, and the run says where. */
export async function killKeeping(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  let id = "";
  {
    using tail = new EventTail(killed);
    id = await inside(site, killed, tail);
    await killed.operator("POST /runs/:id/cancel", { params: { id }, body: {} }).catch(() => {});
  }
  assert.equal((await killed.terminate()).signal, "SIGKILL", `${point} was not reached: ${killed.output()}`);
  await using service = await site.resume();
  await site.comesToRest();
  const run = await service.operator("GET /runs/:id", { params: { id } });
  assert.equal(run.status, "cancelled", point);
  const path = /is in the artifact (tasks\/\S+by-hand-1\.patch)\.$/.exec(run.statusDetail ?? "")?.[1];
  assert.ok(path, `${point}: ${run.statusDetail}`);
  const { content } = await service.operator("GET /runs/:id/artifact", { params: { id }, query: { path } });
  assert.match(content!, /there\.txt[\s\S]*\+mine/, point);
  assert.equal((await typesOf(service)).filter((type) => type === "run.changes_kept").length, 1, point);
  await checkStore(service);
  await site.end(service);
}
