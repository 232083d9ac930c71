import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { askingWorker, edit } from "../runs/asking_worker.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";

const HUMAN = { actorType: "human" } as const;

async function begin(h: Harness, repository: TestRepository, request: string) {
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request, repoPath: repository.root, worker: { provider: "asking" } },
  });
  return await h.settled(id);
}

const approve = (h: Harness, id: string, body: Record<string, unknown>) =>
  h.json("POST", `/approvals/${id}/approve`, { ...HUMAN, ...body });

Deno.test("an answer that cannot hold for longer is 400 with a sentence, and changes nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
  const edit = pendingOf(await begin(h, repository, "ask new.txt"));
  const command = pendingOf(await begin(h, repository, "ask !pytest;true"));
  const before = h.store.head;
  for (
    const [id, body, sentence] of [
      [edit.id, { scope: "pattern" }, /requires a pattern/],
      [edit.id, { scope: "pattern", pattern: "pytest *" }, /is only allowed for a question about a command/],
      [edit.id, { pattern: "pytest *" }, /a pattern requires that scope/],
      [edit.id, { scope: "always" }, /scope/],
      [command.id, { scope: "pattern", pattern: "pytest *" }, /does not match/],
      [command.id, { scope: "pattern", pattern: "sh *" }, /whatever its arguments say/],
    ] as const
  ) {
    const { status, body: answer } = await approve(h, id, body);
    assert.equal(status, 400, JSON.stringify(answer));
    assert.match(answer.error, sentence);
  }
  assert.equal(
    (await h.json("POST", `/approvals/${edit.id}/reject`, { ...HUMAN, scope: "run" })).status,
    400,
  );
  assert.equal(h.store.head, before);
});

Deno.test("what says too little, or holds a secret, is approved once: no longer answer to it is taken", async () => {
  using repository = TestRepository.make();
  const value = "a-long-stored-value-0815";
  const asking = askingWorker();
  const leaking: Worker = {
    ...asking,
    perform: async (task) => {
      const said = { ...edit("said.txt"), kind: "command" as const, command: `echo ${value}` };
      return { ok: true, summary: (await task.ask(said)).decision };
    },
  };
  for (
    const [worker, kind, why] of [
      [asking, "unclear", /does not say which command it is\. It can only be approved for one use\./],
      [
        leaking,
        "secret",
        /It contains the value of the secret "known" .* It can only be approved for one use\./,
      ],
    ] as const
  ) {
    await using h = await harness({ workers: 1, availableWorkers: [worker] });
    await h.operator("POST /secrets", { body: { name: "known", kind: "token", value } });
    const run = await begin(h, repository, "ask !");
    const { id, asks } = pendingOf(run);
    assert.deepEqual(asks?.crossings.map(({ kind }) => kind), [kind]);
    const before = h.store.head;
    for (
      const longer of [{ scope: "run" }, { scope: "repository" }, { scope: "pattern", pattern: "echo *" }]
    ) {
      const { status, body } = await approve(h, id, longer);
      assert.deepEqual([longer, status], [longer, 400]);
      assert.match(body.error, why);
    }
    assert.equal(h.store.head, before);
    assert.equal((await approve(h, id, { scope: "once" })).status, 200);
    await h.settled(run.id);
    assert.deepEqual(await h.operator("GET /repositories/admissions"), []);
  }
});

Deno.test("what was answered for a repository is listed, holds, and is asked again once it is revoked", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
  const run = await begin(h, repository, "ask AGENTS.md");
  await approve(h, pendingOf(run).id, { scope: "repository" });
  const list = await h.operator("GET /repositories/admissions");
  const edit = list.find(({ kind }) => kind === "edit")!;
  assert.deepEqual([edit.what, edit.scope, edit.runId, edit.network], [
    "AGENTS.md",
    "repository",
    null,
    false,
  ]);
  const waitsFor = async () => pendingOf(await begin(h, repository, "ask AGENTS.md")).policyClass;
  assert.equal(await waitsFor(), "repo-write", "the question was answered before");
  await h.operator("POST /repositories/admissions/:id/revoke", { params: { id: edit.id } });
  assert.equal(await waitsFor(), "internal");
  const again = await h.json("POST", `/repositories/admissions/${edit.id}/revoke`, {});
  assert.equal(again.status, 404);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /repositories/dial sets, clears, and refuses what is not a repository", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const repoPath = repository.root;
  const set = (body: Record<string, unknown>) => h.json("POST", "/repositories/dial", body);
  const closed = await set({ repoPath, dial: "closed" });
  assert.deepEqual([closed.status, closed.body.dial, closed.body.isDefault], [200, "closed", false]);
  const { items, protectedPaths } = await h.operator("GET /repositories");
  assert.deepEqual(items.map(({ root, dial }) => [root, dial]), [[repoPath, "closed"]]);
  assert.ok(protectedPaths.some(({ names }) => names.includes("package-lock.json")));
  assert.equal((await set({ repoPath, dial: null })).body.isDefault, true);
  for (const body of [{ repoPath, dial: "open" }, { repoPath: "/", dial: "border" }, { repoPath }]) {
    assert.equal((await set(body)).status, 400, JSON.stringify(body));
  }
});

Deno.test("the setting of a repository holds in its directories, but for one that has its own", async () => {
  using repository = TestRepository.make({ "pkg/web/a.txt": "a\n" });
  await using h = await harness({ workers: 0 });
  const web = `${repository.root}/pkg/web`;
  const set = (repoPath: string, dial: "everything" | "border" | "closed" | null) =>
    h.operator("POST /repositories/dial", { body: { repoPath, dial } });
  const standard = (await set(web, null)).dial;
  await set(repository.root, "closed");
  const shown = await set(web, null);
  assert.deepEqual([shown.dial, shown.isDefault], ["closed", false]);
  assert.equal((await set(web, "everything")).dial, "everything");
  assert.equal((await set(repository.root, null)).dial, standard, "what is below changes nothing above");
  assert.equal((await set(web, null)).dial, standard);
});

Deno.test("an answer without a scope to a question about a file holds for that question alone", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
  const run = await begin(h, repository, "ask new.txt");
  assert.equal((await approve(h, pendingOf(run).id, {})).status, 200);
  await h.settled(run.id);
  assert.deepEqual(await h.operator("GET /repositories/admissions"), []);
  assert.equal(pendingOf(await begin(h, repository, "ask new.txt")).asks?.kind, "edit");
});

Deno.test("an admitted command is listed with the directory that it was asked for in", async () => {
  using repository = TestRepository.make({ "sub/a.txt": "a" });
  const inside: Worker = {
    ...askingWorker(),
    perform: async ({ ask }) => {
      const asked = { ...edit("a"), kind: "command" as const, command: "cat a.txt", directory: "sub" };
      return { ok: true, summary: (await ask(asked)).decision };
    },
  };
  await using h = await harness({ workers: 1, availableWorkers: [inside] });
  const { id } = pendingOf(await begin(h, repository, "ask"));
  const { status, body } = await approve(h, id, { scope: "repository" });
  assert.equal(status, 200, JSON.stringify(body));
  const [admission] = await h.operator("GET /repositories/admissions", { query: {} });
  assert.deepEqual([admission!.what, admission!.directory], ["cat a.txt", "sub"]);
});
