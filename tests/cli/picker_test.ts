import assert from "node:assert/strict";
import { main } from "../../commands/main.ts";
import { fakeShell, startFixture } from "./fixture.ts";

Deno.test("at a terminal, and only there, a command that needs a run offers the newest ones", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const repoPath = await fixture.repository();
  const make = (request: string) =>
    fixture.connection.call("POST /coordinator/runs", { body: { request, repoPath } });
  const older = await make('create b.txt with "b"');
  await make('create c.txt with "c"');
  const run = async (args: readonly string[], answers: readonly string[] | null) => {
    const { shell, printed, questions } = fakeShell(answers, { AGENT_HARNESS_URL: fixture.url });
    return { code: await main(args, shell), questions, ...printed };
  };
  const picked = await run(["runs", "get", "--json"], ["7", "2"]);
  assert.equal(picked.code, 0, picked.stderr);
  assert.equal(JSON.parse(picked.stdout).id, older.id);
  assert.match(picked.stderr, /1 .*create c\.txt.*#2[\s\S]*2 .*create b\.txt.*#1/);
  assert.deepEqual(picked.questions, ["Which run? [1–2] ", "Which run? [1–2] "]);
  const cancelled = await run(["runs", "cancel"], ["1"]);
  assert.equal(cancelled.code, 0, cancelled.stderr);

  for (const args of [["runs", "get"], ["watch"]]) {
    const left = await run(args, [""]);
    assert.equal(left.code, 2);
    assert.match(left.stderr, /No run was chosen/);
    const alone = await run(args, null);
    assert.equal(alone.code, 2);
    assert.deepEqual(alone.questions, []);
  }
  const none = await run(["conversations", "get"], []);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /There is no conversation yet\.$/m);
});

Deno.test("a deletion asks by the title, and only about what exists", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const repoPath = await fixture.repository();
  const { call } = fixture.connection;
  const { id } = await call("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath },
  });
  const run = async (args: readonly string[], answers: readonly string[] | null) => {
    const { shell, printed, questions } = fakeShell(answers, { AGENT_HARNESS_URL: fixture.url });
    return { code: await main(args, shell), questions, ...printed };
  };
  const nothing = `run_${"0".repeat(26)}`;
  for (const answers of [null, ["y"]]) {
    const unknown = await run(["runs", "delete", nothing], answers);
    assert.deepEqual([unknown.code, unknown.questions], [3, []], unknown.stderr);
    assert.match(unknown.stderr, new RegExp(`There is no run .*${nothing}`));
  }
  const asked = await run(["runs", "delete", "1"], ["n"]);
  assert.match(asked.questions.join(""), /^Delete #1 "create b\.txt with "b"" for good\?/);
  assert.equal((await call("GET /runs/:id", { params: { id } })).id, id);
});

Deno.test("an empty id is said to be empty, by the name of what it is", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const expected = [
    [["planner", "suppress-artifact", ""], "The id of the artifact is empty. Name one."],
    [["planner", "suppress", ""], "The id of the conflict is empty. Name one."],
    [["runs", "cancel", ""], "The id of the run is empty. Name one."],
  ] as const;
  for (const [words, sentence] of expected) {
    const { code, stderr } = await fixture.main([...words]);
    assert.deepEqual([words, code, stderr], [words, 2, `✗ ${sentence}\n`]);
  }
  const { shell, printed } = fakeShell([], { AGENT_HARNESS_URL: fixture.url });
  assert.equal(await main(["task-sessions", "get"], shell), 2);
  assert.match(printed.stderr, /Name the task session by its id\.$/m);
});
