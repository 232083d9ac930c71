import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { assertKilledAt } from "./killed_at.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import type { ServiceProcess } from "./service_process.ts";
import { checkStore, headOf, readLog, Site } from "./site.ts";

const INCLUDED = `name: Last
nodes:
  - id: last
    kind: command
    with: { command: echo 1 >> last.txt }
`;

const sourceWith = (included: string): string =>
  `name: Ask
verifier: { command: test -f last.txt }
nodes:
  - id: first
    kind: command
    with: { command: echo 1 >> first.txt }
  - id: draft
    kind: prompt
    dependsOn: [first]
    with: { content: 'create draft.txt with "a draft"' }
  - id: agree
    kind: approval
    dependsOn: [draft]
    with:
      title: Good?
      show: [draft]
      onReject: rework
      rework: { node: draft }
  - id: pick
    kind: race
    dependsOn: [agree]
    with:
      contenders: [{ provider: builtin }, { provider: builtin }]
      nodes:
        - { id: write, kind: prompt, with: { content: 'append "raced\\n" to raced.txt' } }
        - { id: look, kind: command, dependsOn: [write], with: { command: test -f raced.txt } }
  - id: choose
    kind: race
    dependsOn: [pick]
    with:
      pick: human
      contenders: [{ provider: builtin }, { provider: builtin }]
      nodes:
        - id: note
          kind: command
          with: { command: echo "$N" > chosen.txt, env: { N: "\${{ contender.number }}" } }
  - id: end
    kind: workflow
    dependsOn: [choose]
    with: { workflowId: ${included} }
  - id: tell
    kind: notify
    dependsOn: [agree]
    with: { title: Agreed, content: Go on. }
`;

const ENDS = ["run.completed", "run.failed", "run.cancelled"];

/** Queues the run, once for each key. */
async function start(site: Site, service: ServiceProcess, key: string): Promise<string> {
  const save = async (source: string, name: string) =>
    (await service.operator("POST /saved-workflows", { body: { source } }, {
      idempotencyKey: `${name}-${key}`,
    })).id;
  const id = await save(sourceWith(await save(INCLUDED, "included")), "saved");
  const body = { repoPath: site.repository.root };
  const { runId } = await service.operator("POST /saved-workflows/:id/run", { params: { id }, body }, {
    idempotencyKey: key,
  });
  return runId!;
}

/** Decides whatever is asked: the first draft is sent back, all else is approved. Resolves when the run has ended. */
async function drive(service: ServiceProcess, runId: string): Promise<void> {
  for (let after = 0;;) {
    using tail = new EventTail(service, after);
    const next = await tail.first((event) =>
      event.sequence > after && eventOf(runId, "approval.requested", ...ENDS)(event)
    );
    after = next.sequence;
    if (next.type !== "approval.requested") {
      return assert.equal(next.type, "run.completed", JSON.stringify(next.data));
    }
    const { permissionKey } = next.data as { permissionKey?: string };
    const params = { id: next.subject.slice("approval/".length) };
    const body = {
      ...REVIEWED,
      ...(permissionKey === "choose#pick" && { response: { contender: 2 } }),
      ...(permissionKey === "agree#1" && { reviewerNote: 'append "!" to draft.txt' }),
    };
    await service.operator(`POST /approvals/:id/${permissionKey === "agree#1" ? "reject" : "approve"}`, {
      params,
      body,
    });
  }
}

/** Checks that every node was done as often as was asked for, and every question asked once. */
async function check(site: Site, service: ServiceProcess, runId: string, after: number): Promise<void> {
  const log = (await readLog(service, after)).filter(({ runid }) => runid === runId);
  const subjects = new Map(
    log.filter(({ type }) => type === "task_session.planned")
      .map(({ subject, data }) => [subject, (data as { taskId: string }).taskId]),
  );
  const count = (type: string, taskId: string) =>
    log.filter((event) => event.type === type && subjects.get(event.subject) === taskId).length;
  // How far the contenders came that were not the first is open.
  const done = [...subjects.values()].filter((taskId) => !taskId.startsWith("pick["))
    .map((taskId) => `${taskId} ${count("task_session.completed", taskId)}`);
  assert.deepEqual(done.sort(), [
    "agree 1",
    "choose 1",
    "choose[1].note 1",
    "choose[2].note 1",
    "draft 2",
    "end 1",
    "end.last 1",
    "first 1",
    "pick 1",
    "tell 1",
  ]);
  const completedAt = log.findIndex((event) =>
    event.type === "task_session.completed" && subjects.get(event.subject) === "first"
  );
  const again = log.slice(completedAt).filter((event) =>
    event.type === "task_session.started" && subjects.get(event.subject) === "first"
  );
  assert.deepEqual(again, [], "what stands before the approval was begun again");
  assert.equal(count("task_session.notified", "tell"), 1);
  const asked = log.filter(({ type }) => type === "approval.requested")
    .map(({ data }) => (data as { permissionKey?: string }).permissionKey ?? "result");
  assert.deepEqual(asked, ["agree#1", "agree#2", "choose#pick", "result"]);
  const { repository } = site;
  assert.deepEqual(
    ["first.txt", "draft.txt", "raced.txt", "chosen.txt", "last.txt"].map((path) => repository.read(path)),
    [
      "1\n",
      "a draft!",
      "raced\n",
      "2\n",
      "1\n",
    ],
  );
  await checkStore(service);
  repository.git("clean", "-dfq");
}

/** Every boundary of a run of the workflow, in order. */
async function boundaries(): Promise<string[]> {
  using site = Site.make();
  const trace = site.path("trace");
  await using service = await site.start({ trace });
  const runId = await start(site, service, "trace");
  await drive(service, runId);
  await check(site, service, runId, 0);
  await site.end(service);
  return Deno.readTextFileSync(trace).trimEnd().split("\n");
}

/** Kills the service at each of the boundaries, each in a run of its own on one site. */
export async function killAt(points: readonly string[]): Promise<void> {
  using site = Site.make();
  const armed = site.path("armed");
  const begin = (fault?: string) => site.start({ armed, ...(fault && { fault }) });
  let service = await begin(points[0]);
  try {
    for (const [at, point] of points.entries()) {
      const after = await headOf(service);
      Deno.writeTextFileSync(armed, "");
      const runId = await start(site, service, point);
      await assertKilledAt(point, service, drive(service, runId));
      site.forget("armed");
      service = await begin(points[at + 1]);
      try {
        await drive(service, runId);
        await check(site, service, runId, after);
      } catch (cause) {
        throw new Error(`killed at ${point}: ${(cause as Error).message}`, { cause });
      }
    }
    await site.end(service);
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

/** The boundaries at which a workflow is executed. */
export async function dispatchBoundaries(): Promise<string[]> {
  const points = await boundaries();
  return points.slice(points.indexOf("dispatch:before#1"), points.indexOf("verify:before#1"));
}
