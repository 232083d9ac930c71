import assert from "node:assert/strict";
import { join } from "node:path";
import type { PermissionRequest, Worker } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { askingWorker } from "./asking_worker.ts";

const QUESTION: PermissionRequest = {
  key: "run.sh",
  kind: "command",
  title: "Run sh run.sh",
  detail: "sh run.sh",
  command: "sh run.sh",
};

/** What the script held each time that it was allowed to run. */
type Allowed = string[];

/** A worker whose one task asks to run a script, and fails until that was allowed twice. */
const running = (
  allowed: Allowed,
  work: (script: string, ask: () => Promise<string>) => Promise<void>,
): Worker => ({
  ...askingWorker(),
  plan: (request) => ({
    tasks: [{ id: "task_1", title: request, instructions: request, dependsOn: [], commands: [] }],
  }),
  perform: async ({ directory, ask }) => {
    const script = join(directory, "run.sh");
    await work(script, async () => {
      const { decision } = await ask(QUESTION);
      if (decision === "approved") allowed.push(await Deno.readTextFile(script));
      return decision;
    });
    return allowed.length < 2
      ? { ok: false, reason: "command_failed", detail: "It failed." }
      : { ok: true, summary: "Done." };
  },
});

async function begin(h: Harness, repository: TestRepository): Promise<string> {
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "work", repoPath: repository.root, worker: { provider: "asking" } },
  });
  return id;
}

async function allowOnce(h: Harness, id: string): Promise<void> {
  const run = await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
  const body = { actorType: "human", scope: "once" } as const;
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(run).id }, body });
}

for (const second of ["echo shown\n", "echo not shown\n"]) {
  const isChanged = second !== "echo shown\n";
  const what = isChanged ? "asks again where it writes another script" : "is answered from the record";
  Deno.test(`ask: a command is approved with the files that it names: the next attempt ${what}`, async () => {
    using repository = TestRepository.make();
    const allowed: Allowed = [];
    const scripts = ["echo shown\n", second];
    const worker = running(allowed, async (script, ask) => {
      await Deno.writeTextFile(script, scripts.shift()!);
      await ask();
    });
    await using h = await harness({ workers: 1, availableWorkers: [worker] });
    const id = await begin(h, repository);
    await allowOnce(h, id);
    await h.until(id, ({ status, tasks }) => status === "waiting" && tasks[0]!.status === "failed");
    const params = { id, taskId: "task_1" };
    await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
    const next = await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
    assert.equal(pendingOf(next).policyClass, isChanged ? "command" : "repo-write");
    assert.deepEqual(allowed, isChanged ? ["echo shown\n"] : ["echo shown\n", "echo shown\n"]);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("ask: a script that the worker changes while its question is open is asked about again", async () => {
  using repository = TestRepository.make();
  const [asked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const allowed: Allowed = ["before"];
  const worker = running(allowed, async (script, ask) => {
    await Deno.writeTextFile(script, "echo shown\n");
    const answer = ask();
    await asked.promise;
    await Deno.writeTextFile(script, "echo not shown\n");
    changed.resolve();
    await answer;
  });
  await using h = await harness({ workers: 1, availableWorkers: [worker] });
  const id = await begin(h, repository);
  const first = await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
  asked.resolve();
  await changed.promise;
  await allowOnce(h, id);
  const again = await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
  assert.equal(pendingOf(again).policyClass, "command");
  assert.notEqual(pendingOf(again).id, pendingOf(first).id);
  assert.deepEqual(allowed, ["before"]);
  await allowOnce(h, id);
  await h.until(id, ({ approvals }) => approvals.some(({ policyClass }) => policyClass === "repo-write"));
  assert.deepEqual(allowed, ["before", "echo not shown\n"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
