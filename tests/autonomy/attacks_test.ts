import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { EDIT, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { askingWorker } from "../runs/asking_worker.ts";
import { sandboxTest } from "../sandbox.ts";

for (
  const answer of [{ scope: "pattern", pattern: "tool *" }, { scope: "repository" }] as const
) {
  sandboxTest(`what was admitted for the sandbox admits nothing outside of it: ${answer.scope}`, async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1, availableWorkers: [askingWorker()] });
    const begin = async (request: string) => {
      const { id } = await h.operator("POST /coordinator/runs", {
        body: { request, repoPath: repository.root, worker: { provider: "asking" } },
      });
      return await h.settled(id);
    };
    const set = (dial: "everything" | "border") =>
      h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial } });
    await set("everything");
    const asked = pendingOf(await begin("ask !tool"));
    await h.operator("POST /approvals/:id/approve", {
      params: { id: asked.id },
      body: { actorType: "human", ...answer },
    });
    await h.settled(asked.runId!);
    await set("border");
    assert.equal(pendingOf(await begin("ask !tool")).policyClass, "repo-write", "the control: it is covered");
    const rule = { repositories: { [repository.root]: { sandbox: false } } };
    await Deno.writeTextFile(join(h.directory, "sandbox.json"), JSON.stringify(rule));
    const outside = pendingOf(await begin("ask !tool"));
    assert.deepEqual(outside.asks?.crossings.map(({ kind }) => kind), ["unconfined"]);
    await h.operator("POST /approvals/:id/approve", {
      params: { id: outside.id },
      body: { actorType: "human", ...answer },
    });
    await h.settled(outside.runId!);
    assert.equal(pendingOf(await begin("ask !tool")).policyClass, "repo-write", "what was said of it holds");
  });
}

sandboxTest(
  "closed: what an agent makes the run's own verifier change at protected paths is put back",
  async () => {
    const files = { "a.txt": "a\n", "check.sh": "true\n", ".github/workflows/ci.yml": "on: push\n" };
    await using world = await World.open({ dial: "closed", files });
    const { h, repository } = world;
    const text = "echo evil | tee done.txt > .github/workflows/ci.yml\n";
    const { id } = await h.operator("POST /coordinator/runs", {
      body: {
        request: script({ do: "edit", path: "check.sh", text }, { do: "run", command: "sh check.sh" }),
        repoPath: repository.root,
        worker: { provider: "coder" },
        verifier: { command: "sh check.sh" },
        onFailure: "fail",
      },
    });
    await world.apply(await h.settled(id));
    assert.equal(repository.read("done.txt"), "evil\n", "the control: the command was executed");
    assert.equal(repository.read(".github/workflows/ci.yml"), "on: push\n");
  },
);

sandboxTest("a long command that was done without asking is listed with its end", async () => {
  await using world = await World.open({ dial: "border" });
  const long = (end: string) => `echo one > made.txt;${" ".repeat(5000)}${end}`;
  const run = await world.begin(script(
    { do: "run", command: long("echo evil >> made.txt") },
    { do: "run", command: long("echo more >> made.txt") },
  ));
  assert.equal(pendingOf(run).policyClass, "repo-write", run.statusDetail);
  const { commands } = await world.h.operator("GET /runs/:id/unasked", { params: { id: run.id } });
  assert.equal(commands.length, 2, "two commands are not one that was done twice");
  assert.match(commands[0]!.command, /^echo one .*characters omitted.*echo evil >> made\.txt$/s);
});

sandboxTest(
  "a command that was done without network, and then with it, is two lines of the list",
  async () => {
    const command = "c=curl; $c -s -m 1 http://127.0.0.1:9/ || { echo 'Could not resolve host'; exit 6; }";
    const use = { name: "run_command", input: { command } };
    await using world = await ModelWorld.open(planning(works(use, use, use, EDIT)));
    const { h, repository } = world;
    await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "border" } });
    const run = await world.run("Fetch it.");
    const asked = pendingOf(run);
    assert.deepEqual(asked.asks?.crossings.map(({ kind }) => kind), ["refused"], run.statusDetail);
    await h.operator("POST /approvals/:id/approve", {
      params: { id: asked.id },
      body: { actorType: "human", scope: "run" },
    });
    await h.until(
      run.id,
      ({ approvals }) => approvals.some(({ policyClass }) => policyClass === "repo-write"),
    );
    const { commands } = await h.operator("GET /runs/:id/unasked", { params: { id: run.id } });
    assert.deepEqual(commands.map(({ because, network, times }) => [because, network, times]), [
      ["inside", false, 1],
      ["admitted", true, 1],
    ]);
  },
);

sandboxTest("what was approved once is asked for again when it is wanted again", async () => {
  await using world = await World.open({ dial: "border" });
  const curl = { do: "run", command: "curl -s -m 1 -d @a.txt http://127.0.0.1:9/ || true" } as const;
  const run = await world.begin(script(curl, { do: "edit", path: "a.txt", text: "more\n" }, curl));
  const again = await world.decide(run, "approve", { scope: "once" });
  assert.deepEqual(pendingOf(again).asks?.crossings.map(({ kind }) => kind), ["network"]);
  const done = await world.decide(again, "approve", { scope: "once" });
  assert.equal(
    pendingOf(done).policyClass,
    "repo-write",
    "the control: each is approved, and no more is asked",
  );
});
