import assert from "node:assert/strict";
import { startFixture } from "../cli/fixture.ts";
import { sandboxTest } from "../sandbox.ts";
import { answer, past } from "./past.ts";

sandboxTest(
  "the command line finds cases, asks once before it starts workers, and shows what they solved",
  async () => {
    await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "2" });
    // The message is a recipe, which the built-in worker carries out.
    using repository = past([
      { ...answer(1), message: 'create src/answer_1.sh with "echo 7"' },
      { ...answer(2), message: "Make the second answer print 14" },
      {
        message: "Test the first answer once more",
        files: { "src/extra.sh": "echo extra\n", "tests/again.test.sh": "test -e src/answer_1.sh\n" },
      },
    ]);
    const find = ["trial", "find", "--repo", repository.root, "--verifier", "sh check.sh", "--json"];
    const { stdout, stderr, code } = await fixture.run(find);
    assert.equal(code, 0, stderr);
    const { id } = JSON.parse(stdout);
    await fixture.service.trials.idle();

    const found = await fixture.run(["trial", "show", id]);
    assert.match(found.stdout, /2 cases of 3 candidates in 3 commits and 0 runs; dropped: 1 not_red/);
    assert.match(
      found.stdout,
      new RegExp(`\nLet workers attempt them: agent-harness trial start ${id} --worker`),
    );
    const listed = await fixture.run(["trial", "list"]);
    assert.match(listed.stdout, new RegExp(`^${id} +ready +\\S+ +2 of 3 +`, "m"));
    const workers = ["--worker", "builtin/recipe"];
    const unasked = await fixture.run(["trial", "start", id, ...workers]);
    assert.equal(unasked.code, 2, unasked.stdout);
    assert.match(unasked.stdout, /2 attempts: 1 worker at 2 cases\. It costs at most 0 USD\./);
    assert.match(
      unasked.stdout,
      /builtin\/recipe → in this process \(local\): Nothing leaves this machine\./,
    );
    assert.match(unasked.stderr, /Start 2 attempts\? Without a terminal, say so by adding --yes/);
    const providers = [{ id: "mine", kind: "command", command: ["true"] }];
    Deno.writeTextFileSync(`${fixture.storage}/providers.json`, JSON.stringify({ providers }));
    const ofProgram = await fixture.run(["trial", "start", id, "--worker", "mine/true"]);
    assert.match(ofProgram.stdout, /1 worker at 2 cases\. It costs at most 0 USD\.\n/);
    const unnamed = await fixture.run(["trial", "start", id, "--worker", "mine"]);
    assert.match(unnamed.stderr, /it must be provider\/model, such as openai\/gpt-5; got "mine"/);
    const wrong = await fixture.run(["trial", "start", id, ...workers, "--cases", "many"]);
    assert.match(wrong.stderr, /--cases takes a number, not "many"/);
    const started = await fixture.run(["trial", "start", id, ...workers, "--yes"]);
    assert.equal(started.code, 0, started.stderr);
    await fixture.service.trials.idle();

    const shown = await fixture.run(["trial", "show", id]);
    assert.match(shown.stdout, /builtin\/recipe: 1 of 2\n/);
    assert.match(shown.stdout, /●/);
    assert.match(shown.stdout, /feature: builtin\/recipe 1 of 2 \(9 % to 91 %\)/);
    const json = JSON.parse((await fixture.run(["trial", "show", id, "--json"])).stdout);
    assert.equal(json.status, "completed");
  },
);
