import assert from "node:assert/strict";
import { main } from "../../commands/main.ts";
import { fakeShell, startFixture } from "./fixture.ts";

Deno.test("a refusal by the service names the flags that were typed, not the fields of the request", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const run = ["run", 'create b.txt with "b"', "--repo"];
  const workflow = 'name: x\nnodes:\n  - { id: a, kind: command, with: { command: "true" } }\n';
  const { id } = await fixture.connection.call("POST /saved-workflows", { body: { source: workflow } });
  const expected: [string[], RegExp][] = [
    [["search", "--limit", "many", "words"], /^✗ --limit is invalid: expected number; got "many"\.$/m],
    [[...run, "/nowhere/at/all"], /^✗ --repo is "\/nowhere\/at\/all", which does not exist\.$/m],
    [["runs", "create", "--request", "x", "--repo", "/nowhere"], /^✗ --repo is "\/nowhere", which does not/m],
    [[...run, root, "--verify", ""], /^✗ --verify is invalid: it must not be empty/m],
    [[...run, root, "--needs", "a b"], /^✗ --needs is invalid: a label has/m],
    [[...run, root, "--race", "builtin/recipe"], /^✗ --race is invalid: it must have at least 2 items\.$/m],
    [["workflows", "test", id, "--inputs", "[1]"], /^✗ --inputs is invalid: expected record/m],
    [["backup", "create", "--output", "/nowhere/x"], /^✗ --output is "\/nowhere\/x", but there is no/m],
    [["workflows", "activate", id, "--blast-radius-digest", "x"], /^✗ --blast-radius-digest is "x", but/m],
  ];
  for (const [words, sentence] of expected) {
    const { code, stdout, stderr } = await fixture.main(words);
    assert.deepEqual([code, stdout], [2, ""], words.join(" "));
    assert.match(stderr, sentence);
  }
});

Deno.test("a refusal by the service names the command to call next, not the request of the API", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const alert = await fixture.main(["alerts", "test"]);
  assert.match(alert.stderr, /Set one with `agent-harness alerts set`\.$/m);
  const account = await fixture.main(["oauth", "connect", "google", "--json"]);
  assert.match(JSON.parse(account.stdout).error, /with `agent-harness oauth configure google`\.$/);
});

Deno.test("an empty request is refused before a service is asked or started", async () => {
  for (const words of [["run", ""], ["run", " "]]) {
    const { shell, printed } = fakeShell(null, { AGENT_HARNESS_URL: "http://127.0.0.1:1" });
    assert.equal(await main(words, shell), 2);
    assert.equal(printed.stderr, "✗ The request is empty. Say what to do.\n");
  }
});

Deno.test("mcp: a wrong token is the agent's, and the refusal names its variable", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: "agent-token-of-the-test" });
  for (const token of ["short", "another-token-of-16-characters"]) {
    const { code, stderr } = await fixture.run(["mcp", "--no-start"], {
      environment: { AGENT_HARNESS_AGENT_TOKEN: token },
    });
    assert.equal(code, 4, stderr);
    assert.match(stderr, /Set AGENT_HARNESS_AGENT_TOKEN, or pass a file with --token-file\./);
  }
});
