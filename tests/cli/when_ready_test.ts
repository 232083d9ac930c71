import assert from "node:assert/strict";
import { runCli, startFixture } from "./fixture.ts";

Deno.test("run: a request in plain words without a model creates no run, exits with 2, and says which workers are ready and how to connect a model", async () => {
  await using fixture = await startFixture();
  const repository = await fixture.repository();
  for (const flags of [[], ["--watch"]]) {
    const ended = await fixture.run(["run", "add a retry test", "--repo", repository, ...flags]);
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(
      ended.stderr,
      /This request needs a model or an agent, and none is ready, so no run was created/,
    );
    assert.match(ended.stderr, /an instruction such as: agent-harness run 'create NOTE\.md with "hello"'/);
    assert.doesNotMatch(ended.stderr, /Did you mean/, "a form of a recipe helps nobody who writes English");
    assert.match(ended.stderr, /agent-harness connect/);
    assert.match(ended.stderr, /--when-ready/);
  }
  assert.deepEqual(await fixture.connection.call("GET /runs"), []);
});

Deno.test("run: for an unknown worker, the error names those that are ready; --when-ready waits for it", async () => {
  await using fixture = await startFixture();
  const repository = await fixture.repository();
  const args = ["run", 'create b.txt with "b"', "--repo", repository, "--worker", "gpt4/foo"];
  const refused = await fixture.run(args);
  assert.equal(refused.code, 2, refused.stderr);
  assert.match(
    refused.stderr,
    /The worker gpt4\/foo is not ready, so no run was created: There is no provider "gpt4"\./,
  );
  assert.match(refused.stderr, /Ready: builtin\/recipe\./);
  assert.deepEqual(await fixture.connection.call("GET /runs"), []);
  const waits = await fixture.run([...args, "--when-ready"]);
  assert.equal(waits.code, 0, waits.stderr);
  assert.match(waits.stderr, /no provider "gpt4"\. It waits for one\. Ready: builtin\/recipe\./i);
  assert.equal((await fixture.connection.call("GET /runs")).length, 1);
  const good = await fixture.run([...args.slice(0, -1), "builtin/recipe"]);
  assert.equal(good.code, 0, good.stderr);
});

Deno.test("agent-harness with a request in quotes, which takes no option: the error names none, and an instruction as it is typed", async () => {
  await using fixture = await startFixture();
  const directory = await fixture.repository();
  const ended = await runCli(["add a retry test"], {
    directory,
    environment: { AGENT_HARNESS_URL: fixture.url },
  });
  assert.equal(ended.code, 2, ended.stderr);
  assert.match(ended.stderr, /an instruction such as: create NOTE\.md with "hello"$/m);
  assert.doesNotMatch(ended.stderr, /--when-ready/);
});

Deno.test("run: a request of a blocked class exits with 5 and names the class, also if no worker is ready for it", async () => {
  await using fixture = await startFixture();
  const repository = await fixture.repository();
  const reason = /The request asks for it \("Purchase a laptop"\): Purchases is a blocked class/i;
  for (const flags of [[], ["--watch"], ["--json"], ["--when-ready"], ["--worker", "builtin/recipe"]]) {
    const ended = await fixture.run(["run", "Purchase a laptop", "--repo", repository, ...flags]);
    assert.equal(ended.code, 5, ended.stderr);
    assert.match(ended.stderr, reason);
    assert.doesNotMatch(ended.stderr, /needs a model|waits for one/);
  }
  const words = await runCli(["Purchase a laptop"], {
    directory: repository,
    environment: { AGENT_HARNESS_URL: fixture.url },
  });
  assert.equal(words.code, 5, words.stderr);
  assert.match(words.stderr, reason);
  const runs = await fixture.connection.call("GET /runs");
  assert.deepEqual(new Set(runs.map(({ statusReason }) => statusReason)), new Set(["policy_blocked"]));
});
