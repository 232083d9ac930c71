import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { sandboxTest } from "../../sandbox.ts";
import { approvePending, runToRest } from "../scenario.ts";
import { networks } from "./networks.ts";

const executions = (run: RunDetails): number => networks(run).length;

/** What the setup printed, as the run's artifact has it. */
async function output(h: Harness, { id }: RunDetails): Promise<string> {
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id } });
  return await h.service.artifacts.readText(items.find(({ path }) => path === "setup/base.txt")!.sha256);
}

sandboxTest("the setup runs once for a base; each worktree gets a copy of what it left", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", ".gitignore": "installed/\n" });
  await using h = await harness({ workers: 2 });
  const asked = {
    request:
      'run test "$(cat installed/tool)" = made && touch b.txt\ncreate c.txt with "c"\ncreate d.txt with "d"',
    setup: { command: 'mkdir installed; echo made > installed/tool; echo "in home" > ~/kept; echo prepared' },
    verifier: { command: 'test "$(cat installed/tool)" = made && test "$(cat ~/kept)" = "in home"' },
  };
  const first = await runToRest(h, repository, asked);
  assert.equal(first.evaluation?.outcome, "passed", first.statusDetail);
  assert.deepEqual(networks(first), [true, false, false, false], "at the base alone with the network");
  assert.deepEqual(
    [first.preparation?.origin, first.preparation?.reused, first.preparation?.network],
    ["request", false, true],
  );
  assert.ok(first.preparation!.bytes! > 0 && first.preparation!.durationMilliseconds! >= 0);
  assert.equal(await output(h, first), "prepared\n");
  const done = await approvePending(h, first);
  assert.equal(done.status, "completed");
  assert.equal(repository.exists("installed"), false, "what the setup made is not part of the patch");

  const { setup: _, ...again } = asked;
  const second = await runToRest(h, repository, again);
  assert.equal(second.evaluation?.outcome, "passed", second.statusDetail);
  assert.deepEqual(networks(second), [false, false, false], "never at the base");
  assert.deepEqual(
    [second.preparation?.origin, second.preparation?.rememberedFrom, second.preparation?.reused],
    ["remembered", first.id, true],
  );
  assert.equal(await output(h, second), "prepared\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});

sandboxTest("what a setup made finds itself under the path at which it was made", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", ".gitignore": "env/\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: "run env/tool > said.txt",
    setup: {
      command:
        'mkdir env; printf \'#!/bin/sh\\nexec "%s/env/real" "$@"\\n\' "$PWD" > env/tool; printf "#!/bin/sh\\necho real\\n" > env/real; chmod +x env/*',
    },
    verifier: { command: 'test "$(cat said.txt)" = real && test "$(env/tool)" = real' },
  });
  assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
});

sandboxTest(
  "files of the base that the setup changes or removes are so in each worktree, and not in the patch",
  async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n", "gone.txt": "x\n", "lock.txt": "1\n" });
    await using h = await harness({ workers: 1 });
    const run = await runToRest(h, repository, {
      request: "run test ! -e gone.txt && grep -q 2 lock.txt && echo bye > a.txt",
      setup: { command: "rm -f gone.txt; echo 2 > lock.txt" },
      verifier: { command: "test ! -e gone.txt && grep -q 2 lock.txt && grep -q bye a.txt" },
    });
    assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
    assert.equal(run.bundle?.files, 1);
    await approvePending(h, run);
    assert.deepEqual(
      ["a.txt", "gone.txt", "lock.txt"].map((path) => repository.read(path)),
      ["bye\n", "x\n", "1\n"],
    );
  },
);

sandboxTest(
  "what the work put where the setup puts something stays, and no link leads the copy outside",
  async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    using outside = TestRepository.make({});
    await using h = await harness({ workers: 1 });
    const run = await runToRest(h, repository, {
      request: `run rm -rf made other; ln -s ${outside.root} made; echo mine > other`,
      setup: { command: "mkdir -p made other; echo x > made/x; echo x > other/x; true" },
      verifier: { command: 'test -h made && test "$(cat other)" = mine' },
    });
    assert.equal(run.status, "waiting", run.statusDetail);
    assert.equal(outside.exists("x"), false);
  },
);

Deno.test("a setup that fails is not remembered, what it printed is kept, and the sentence says what to do", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const failed = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    setup: { command: "echo because; exit 9" },
    onFailure: "fail",
  });
  assert.deepEqual([failed.status, failed.statusReason], ["failed", "command_failed"]);
  assert.match(failed.statusDetail!, /"echo because; exit 9" ended with exit code 9: because/);
  assert.equal(await output(h, failed), "because\n");
  const next = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  assert.equal(next.status, "waiting", next.statusDetail);
  assert.equal(next.preparation, null);
});

Deno.test("a remembered setup is shown with its origin, says how to forget it, and null forgets it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const first = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    setup: { command: "test -e a.txt" },
  });
  assert.equal(first.preparation?.command, "test -e a.txt");
  repository.git("rm", "-q", "a.txt");
  repository.commit({ "other.txt": "x" });
  const failed = await runToRest(h, repository, { request: 'create c.txt with "c"', onFailure: "fail" });
  assert.equal(failed.status, "failed");
  assert.ok(failed.statusDetail!.includes(`remembered from ${first.id}`), failed.statusDetail);
  assert.match(failed.statusDetail!, /"setup": null/);

  const retried = await h.operator("POST /runs/:id/retry", {
    params: { id: failed.id },
    body: { setup: null },
  });
  const settled = await h.settled(retried.id);
  assert.equal(settled.status, "waiting", settled.statusDetail);
  assert.equal(settled.preparation, null);
  const later = await runToRest(h, repository, { request: 'create d.txt with "d"' });
  assert.equal(later.preparation, null, "it was forgotten for the repository");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the agent token runs without a setup, and forgets none", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await runToRest(h, repository, { request: 'create b.txt with "b"', setup: { command: "true" } });
  const without = await runToRest(h, repository, { request: 'create c.txt with "c"', setup: null }, "agent");
  assert.deepEqual([without.status, without.preparation], ["waiting", null]);
  const later = await runToRest(h, repository, { request: 'create d.txt with "d"' });
  assert.equal(later.preparation?.origin, "remembered");
});

sandboxTest(
  "a run that waits for another one's setup can be cancelled, and the other continues",
  async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 2 });
    const asked = {
      repoPath: repository.root,
      request: 'create b.txt with "b"',
      setup: { command: "sleep 1000" },
    };
    const first = await h.operator("POST /coordinator/runs", { body: asked });
    await h.until(first.id, (run) => executions(run) === 1);
    const second = await h.operator("POST /coordinator/runs", { body: asked });
    await h.until(second.id, ({ tasks }) => tasks.some(({ status }) => status === "running"));
    await h.operator("POST /runs/:id/cancel", { params: { id: second.id }, body: {} });
    const cancelled = await h.settled(second.id);
    assert.deepEqual([cancelled.status, executions(cancelled)], ["cancelled", 0]);
    assert.equal((await h.operator("GET /runs/:id", { params: { id: first.id } })).status, "running");
    await h.operator("POST /runs/:id/cancel", { params: { id: first.id }, body: {} });
    assert.equal((await h.settled(first.id)).status, "cancelled");
  },
);

sandboxTest(
  "a secret that the setup leaves in its home is not handed to work that has not been reviewed",
  async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    await using h = await harness({ workers: 1 });
    await h.operator("POST /secrets", {
      body: { name: "registry", kind: "api-key", value: "a-token-for-the-registry" },
    });
    const settings = { setupEnvironment: { TOKEN: { secret: "registry" } } };
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(settings));
    const setup = {
      command:
        'test -z "$TOKEN" || echo "$TOKEN" > ~/.npmrc; mkdir -p ~/.npm/_cacache && echo x > ~/.npm/_cacache/kept',
    };
    const request =
      "run ls -A ~ > home.txt; cat ~/.npmrc >> home.txt 2>/dev/null; cat ~/.npm/_cacache/kept >> home.txt; true";
    const run = await runToRest(h, repository, { request, setup });
    await approvePending(h, run);
    assert.doesNotMatch(repository.read("home.txt"), /npmrc|token/);
    assert.match(repository.read("home.txt"), /^x$/m, "what was downloaded is there");

    Deno.writeTextFileSync(
      join(h.directory, "sandbox.json"),
      JSON.stringify({ setupEnvironment: { TOKEN: "no secret" } }),
    );
    const control = await runToRest(h, repository, {
      request: request.replaceAll("home.txt", "again.txt"),
      setup,
    });
    await approvePending(h, control);
    assert.match(
      repository.read("again.txt"),
      /npmrc[^]*no secret/,
      "the control: a home without secrets is copied whole",
    );
  },
);
