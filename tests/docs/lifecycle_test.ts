import assert from "node:assert/strict";
import { type RequestedMove, runArrows } from "../../services/control/lifecycle/runs.ts";
import { type RunDocument } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runDue } from "../kit/run_due.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";

const arrow = (from: string, to: string) => `${from} → ${to}`;

const BY_HAND = new Set<string>(["pause", "resume", "cancel"] satisfies RequestedMove[]);

const sessionsOf = (h: Harness, runId: string) =>
  h.store.documents.find(taskSessionStream, { runId }, { limit: 10 });

/** Every change of a run's state that the log holds. */
function changesIn(h: Harness): Set<string> {
  const runs = new Map<string, RunDocument | null>();
  const changes = new Set<string>();
  for (const event of h.store.events.after(0, 100_000)) {
    if (!event.stream.startsWith("run/")) continue;
    const before = runs.get(event.stream) ?? null;
    const after = runStream.evolve(before, event as Parameters<typeof runStream.evolve>[1]);
    runs.set(event.stream, after);
    if (before && after && before.status !== after.status) changes.add(arrow(before.status, after.status));
  }
  return changes;
}

/** Has runs come to each of their ends, and leaves one that works. */
async function goThrough(
  h: Harness,
  repository: TestRepository,
  wait: (days: number) => void,
): Promise<void> {
  const create = (name: string) => ({ request: `create ${name} with "text"` });
  await approvePending(h, await runToRest(h, repository, create("a.md")));
  const rejected = pendingOf(await runToRest(h, repository, create("b.md")));
  const body = { actorType: "human" as const };
  await h.operator("POST /approvals/:id/reject", { params: { id: rejected.id }, body });
  await runToRest(h, repository, { ...create("c.md"), verifier: { command: "false" }, onRed: "fail" });
  const waiting = await runToRest(h, repository, create("d.md"));
  await h.operator("POST /runs/:id/pause", { params: { id: waiting.id } });
  wait(31);
  await h.composition.maintenance.runOnce();
  wait(0);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "run sleep 600", repoPath: repository.root },
  });
  await h.until(id, () => sessionsOf(h, id).some(({ status }) => status === "running"));
}

/** Has the run of an automation wait in quiet hours, and begin when there are none. */
async function keepQuiet(h: Harness, repository: TestRepository, pass: () => void): Promise<void> {
  const beQuiet = (quietHours: { from: string; to: string } | null) =>
    h.operator("POST /planner/settings", { body: { timeZone: "UTC", quietHours } });
  await beQuiet({ from: "00:00", to: "12:00" });
  await h.operator("POST /automations", {
    body: {
      name: "Each minute",
      trigger: { kind: "schedule", cron: "* * * * *" },
      action: { kind: "run", request: 'create e.md with "text"', repoPath: repository.root },
    },
  });
  pass();
  await runDue(h);
  await beQuiet(null);
  await runDue(h);
}

Deno.test("the table of a run's states holds every change that runs go through, and nothing that none does", async () => {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  let days = 0;
  const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const before = await Harness.open({ workers: 1, now }, directory);
  try {
    await goThrough(before, repository, (passed) => days = passed);
  } finally {
    await before.close();
  }
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  let minute = 0;
  const early = () => new Date(Date.parse(`${tomorrow}T03:00:05Z`) + minute * 60_000);
  await using h = await Harness.open({ workers: 0, now: early }, directory);
  const [run] = await h.operator("GET /runs", { query: { status: "queued" } });
  const [session] = sessionsOf(h, run!.id);
  await h.operator("POST /task-sessions/:id/stop", { params: { id: session!.id }, body: {} });
  await keepQuiet(h, repository, () => minute++);
  const seen = changesIn(h);
  const known = runArrows();
  const arrows = known.map(({ from, to }) => arrow(from, to));
  assert.deepEqual([...seen].filter((change) => !arrows.includes(change)), []);
  const byItself = known.filter(({ when }) => !BY_HAND.has(when)).map(({ from, to }) => arrow(from, to));
  assert.deepEqual(byItself.filter((change) => !seen.has(change)), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});
