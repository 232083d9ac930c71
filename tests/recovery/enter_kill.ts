import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { REVIEWED } from "../git.ts";
import type { ServiceInside } from "../kit/service_inside.ts";
import { assertKilledAt } from "./killed_at.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

/** Each boundary from the wish to step in to the result of the round that a person changed. */
export const ENTER_POINTS = [
  "dispatch:before#2",
  "task:*:started#2",
  "task:*:entering#1",
  "dispatch:resting#1",
  "task:*:started#3",
  "task:*:taking-back#1",
  "task:*:captured#2",
  "bundle:written#2",
];

const typesOf = async (service: ServiceClient, id: string): Promise<string[]> =>
  (await readLog(service)).filter(({ runid }) => runid === id).map(({ type }) => type);

const create = (site: Site, service: ServiceClient) =>
  service.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: site.repository.root },
  });

/** Steps into the result, changes it, hands it back and approves it, from wherever the run is. */
async function drive(service: ServiceClient, id: string): Promise<void> {
  const params = { id };
  using tail = new EventTail(service);
  const first = await tail.first(eventOf(id, "approval.requested"));
  if (!(await typesOf(service, id)).includes("task_session.enter_requested")) {
    await service.operator("POST /runs/:id/enter", { params, body: {} });
  }
  await tail.first(eventOf(id, "task_session.entered"));
  if (!(await typesOf(service, id)).includes("task_session.hand_back_requested")) {
    const [{ directory } = { directory: null }] = await service.operator("GET /runs/:id/entered", { params });
    Deno.writeTextFileSync(join(directory!, "mine.txt"), "mine\n");
    await service.operator("POST /runs/:id/hand-back", { params, body: {} });
  }
  const isAsked = eventOf(id, "approval.requested");
  const asked = await tail.first((event) => isAsked(event) && event.subject !== first.subject);
  const approval = asked.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  await tail.first(eventOf(id, "run.completed"));
}

async function checkEnd(site: Site, service: ServiceInside, id: string): Promise<void> {
  assert.deepEqual([site.repository.read("b.txt"), site.repository.read("mine.txt")], ["b", "mine\n"]);
  const types = await typesOf(service, id);
  for (const type of ["entered", "hand_back_requested", "handed_back"]) {
    assert.equal(types.filter((other) => other === `task_session.${type}`).length, 1, type);
  }
  await checkStore(service);
  await site.end(service);
}

/** Kills the service at a boundary, and lets the person go on: the run comes to the same end. */
export async function killEntering(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  const { id } = await create(site, killed);
  await assertKilledAt(point, killed, drive(killed, id));
  await using service = await site.resume();
  await drive(service, id);
  await checkEnd(site, service, id);
}

/** Kills the service while a person is in a worktree, who goes on without it. */
export async function killWhileInside(): Promise<void> {
  using site = Site.make();
  await using killed = await site.start();
  const params = await create(site, killed);
  using tail = new EventTail(killed);
  await tail.first(eventOf(params.id, "approval.requested"));
  await killed.operator("POST /runs/:id/enter", { params, body: {} });
  await tail.first(eventOf(params.id, "task_session.entered"));
  const [entered] = await killed.operator("GET /runs/:id/entered", { params });
  const mine = join(entered!.directory!, "early.txt");
  Deno.writeTextFileSync(mine, "before\n");
  killed.kill();
  await killed.ended;
  Deno.writeTextFileSync(join(entered!.directory!, "late.txt"), "after\n");
  await using service = await site.resume();
  assert.ok(existsSync(mine), "the start leaves the worktree alone");
  await drive(service, params.id);
  assert.deepEqual([site.repository.read("early.txt"), site.repository.read("late.txt")], [
    "before\n",
    "after\n",
  ]);
  await checkEnd(site, service, params.id);
}
