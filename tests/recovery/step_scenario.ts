import assert from "node:assert/strict";
import type { EventEnvelope } from "../../services/ground/kernel/envelope.ts";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { filesBelow } from "./leftovers.ts";
import type { ServiceProcess } from "./service_process.ts";
import { checkStore, readLog, type Site } from "./site.ts";

/** What the repository holds before and after. */
export const BEFORE = { "a.txt": "hello\n", "old.txt": "old\n", "keep.txt": "as it is\n" };
const AFTER = {
  "a.txt": "bye\n",
  "docs/NOTE.md": "note\n",
  "keep.txt": "as it is\n",
};

/** Of both runs: it becomes the repository's own. */
const SETUP = { command: "test -f keep.txt" };

/** Tasks side by side, then a command that leaves a child behind, after a setup and before a verifier. */
export const mainRun = (site: Site) => ({
  request: [
    'replace "hello" with "bye" in a.txt',
    'create docs/NOTE.md with "note\\n"',
    "run sleep 1000 & rm old.txt",
  ].join("\n"),
  repoPath: site.repository.root,
  setup: SETUP,
  verifier: { command: "sleep 1000 & grep -q bye a.txt && test -f docs/NOTE.md -a ! -e old.txt" },
});

/** A run whose command goes on until it is ended, so that a child is alive at every boundary of the main run. */
export const bystander = (site: Site, ignoresTerm: boolean) => ({
  request: `run ${ignoresTerm ? "trap '' TERM; " : ""}sleep 1000 & echo alive > ${site.path("alive")}; wait`,
  repoPath: site.repository.root,
  setup: SETUP,
});

/** How often the scenario was begun on its site before, where the log ended then, and how its bystander behaves. */
export type Begin = { round: number; after: number; ignoresTerm: boolean };

/** The two runs of the scenario. */
export type Runs = { main: string; bystander: string };

/** Creates both runs; the same again gives the same ones. */
export async function createRuns(
  site: Site,
  service: ServiceProcess,
  { round, ignoresTerm }: Pick<Begin, "round" | "ignoresTerm">,
): Promise<Runs> {
  const other = await service.operator(
    "POST /coordinator/runs",
    { body: bystander(site, ignoresTerm) },
    { idempotencyKey: `bystander-${round}` },
  );
  await site.appears("alive");
  const key = { idempotencyKey: `main-${round}` };
  const main = await service.operator("POST /coordinator/runs", { body: mainRun(site) }, key);
  return { main: main.id, bystander: other.id };
}

/** Drives the main run to its end from wherever it is, and ends the other one. `after` is a sequence before both. */
export async function drive(service: ServiceProcess, runs: Runs, after: number): Promise<void> {
  const open = await service.operator("GET /runs", { query: { limit: 2 } });
  assert.deepEqual(open.map(({ id }) => id), [runs.main, runs.bystander]);
  for (const { id, nextMove } of open) assert.ok(nextMove || id === runs.main, id);
  using tail = new EventTail(service, after);
  const end = ["run.completed", "run.failed", "run.cancelled"];
  const checkpoint = await tail.first(eventOf(runs.main, "approval.requested", ...end));
  assert.equal(checkpoint.type, "approval.requested", JSON.stringify(checkpoint.data));
  const id = checkpoint.subject.slice("approval/".length);
  const decided = await service.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
  assert.equal(decided.application, "applied");
  assert.equal((await tail.first(eventOf(runs.main, ...end))).type, "run.completed");
  await service.operator("POST /runs/:id/cancel", { params: { id: runs.bystander }, body: {} });
}

/** Checks that the run did everything once, and that nothing but its result is left. `after` is a sequence before it. */
export async function checkEnd(
  site: Site,
  service: ServiceProcess,
  runs: Runs,
  after: number,
): Promise<void> {
  const log = await readLog(service, after);
  const created = log.filter(({ type }) => type === "run.created");
  assert.deepEqual(created.map(({ runid }) => runid), [runs.bystander, runs.main]);
  assert.deepEqual(created[1]!.data, { kind: "coordinator", attempt: 1, ...mainRun(site) });
  const once = log.filter(({ runid }) => runid === runs.main).map(({ type }) => type);
  for (const type of [...STEPS, "approval.apply_started", "approval.applied", "approval.approved"]) {
    assert.deepEqual(once.filter((other) => other === type), [type]);
  }
  assert.equal(completedTasks(log, runs.main), 3);
  for (const id of [runs.main, runs.bystander]) {
    const run = await service.operator("GET /runs/:id", { params: { id } });
    assert.equal(run.status, id === runs.main ? "completed" : "cancelled");
    assert.equal(run.nextMove, null);
  }
  const { root } = site.repository;
  assert.deepEqual(
    Object.fromEntries(filesBelow(root).sort().map((path) => [path, site.repository.read(path)])),
    AFTER,
  );
  assert.equal(
    site.repository.git("status", "--porcelain", "-uall"),
    " M a.txt\n D old.txt\n?? docs/NOTE.md\n",
  );
  await checkStore(service);
}

/** What is recorded once in a run however often it was interrupted. */
const STEPS = [
  "run.policy_decided",
  "run.prepared",
  "run.planned",
  "run.commands_admitted",
  "run.integrated",
  "evaluation.completed",
  "run.bundled",
  "run.checkpointed",
  "run.patch_applied",
  "run.reported",
  "run.completed",
];

const completedTasks = (log: readonly EventEnvelope[], runId: string): number =>
  log.filter(eventOf(runId, "task_session.completed")).length;
