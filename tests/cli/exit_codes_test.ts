import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { runCli, spawnCli, startFixture } from "./fixture.ts";

const MISSING = "run_00000000000000000000000000";

Deno.test("exit codes: 0 done, 2 wrong usage, 3 not found, each with one sentence on stderr", async () => {
  await using fixture = await startFixture();
  const { run } = fixture;
  const [health, unknown, subcommand, value, missing, body, gone] = await Promise.all([
    run(["health"]),
    run(["helth"]),
    run(["runs", "lst"]),
    run(["runs", "list", "--limit", "5000"]),
    run(["runs", "create"]),
    run(["runs", "create", "--request", "x", "--repo", "/nowhere/at/all"]),
    run(["runs", "get", MISSING]),
  ]);
  assert.equal(health.code, 0);
  assert.match(health.stdout, /^status +ok$/m);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /unknown command 'helth'\. Did you mean:\n {2}agent-harness health\n/);
  assert.equal(subcommand.code, 2);
  assert.match(subcommand.stderr, /Did you mean:\n {2}agent-harness runs list\n/);
  assert.equal(value.code, 2);
  assert.match(value.stderr, /--limit is invalid: it must be at most 1000/);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /--request is missing\./);
  assert.equal(body.code, 2);
  assert.match(body.stderr, /\/nowhere\/at\/all/);
  assert.equal(gone.code, 3);
  assert.match(gone.stderr, new RegExp(MISSING));
  for (const { stdout } of [unknown, value, missing, body, gone]) assert.equal(stdout, "");
});

Deno.test("exit codes: 4 for a missing or insufficient token, 5 for a refusal by policy", async () => {
  const [operator, agent] = ["operator-token-1", "agent-token-1"];
  await using fixture = await startFixture({
    AGENT_HARNESS_TOKEN: operator,
    AGENT_HARNESS_AGENT_TOKEN: agent,
  });
  const root = await fixture.repository();
  const { approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  const as = (token: string) => ({ environment: { AGENT_HARNESS_TOKEN: token } });
  const decision = ["--actor-type", "coordinator"];
  const [none, wrong, restricted, human, policy, blocked] = await Promise.all([
    fixture.run(["runs", "list"]),
    fixture.run(["runs", "list"], as("no-such-token")),
    fixture.run(["control-plane", "logs"], as(agent)),
    fixture.run(["approvals", "approve", approvalId, ...decision], as(agent)),
    fixture.run(["approvals", "approve", approvalId, ...decision], as(operator)),
    fixture.run(
      ["run", "buy me some shares", "--repo", root, "--worker", "builtin/recipe", "--watch"],
      as(operator),
    ),
  ]);
  for (const [name, { code }] of Object.entries({ none, wrong, restricted, human })) {
    assert.equal(code, 4, name);
  }
  assert.match(none.stderr, /AGENT_HARNESS_TOKEN, or pass a file with --token-file/);
  assert.equal(policy.code, 5, policy.stderr);
  assert.match(policy.stderr, /Only a human/);
  assert.equal(blocked.code, 5, blocked.stdout + blocked.stderr);
  assert.match(blocked.stderr, /policy_blocked/);
});

Deno.test("doctor: a token that the service refuses is a fault, and none is a hint", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_TOKEN: "operator-token-1" });
  const access = async (environment: Record<string, string>) => {
    const { code, stdout } = await fixture.run(["doctor", "--json"], { environment });
    const findings = JSON.parse(stdout).findings as { name: string; status: string; fix?: string }[];
    const { status, fix } = findings.find(({ name }) => name === "access")!;
    return [code, status, fix?.split(" ")[0]];
  };
  assert.deepEqual(await access({ AGENT_HARNESS_TOKEN: "no-such-token" }), [1, "failed", "unset"]);
  assert.deepEqual((await access({})).slice(1), ["warning", "export"]);
});

Deno.test("exit codes: 0, 6 and 7 report the result of a watched run, and 7 comes with the next command", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const watched = (request: string, ...more: string[]) =>
    fixture.run(["run", request, "--repo", root, "--worker", "builtin", ...more, "--watch"]);
  const [waits, fails, misunderstood] = await Promise.all([
    watched('create b.txt with "b"', "--verify", "test -s b.txt"),
    watched('create c.txt with "c"', "--verify", "exit 3", "--on-red", "fail"),
    watched("make it nicer"),
  ]);
  assert.equal(waits.code, 7, waits.stderr);
  const next = /agent-harness (review approval_[0-9a-z]{26})/.exec(waits.stderr)?.[1];
  assert.ok(next, waits.stderr);
  assert.equal(fails.code, 6);
  assert.match(fails.stderr, /verification_failed/);
  assert.equal(misunderstood.code, 6);
  assert.match(misunderstood.stderr, /unsupported_request/);

  const flags = ["--yes", "--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];
  const reviewed = await fixture.run([...next.split(" "), ...flags]);
  assert.equal(reviewed.code, 0, reviewed.stderr);
  assert.equal(await Deno.readTextFile(join(root, "b.txt")), "b");
  const id = /run_[0-9a-z]{26}/.exec(waits.stdout)![0];
  assert.equal((await fixture.run(["watch", id])).code, 0);
});

Deno.test("exit codes: 1 if the repository has changed since the approved patch, and nothing is written", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository({ "a.txt": "Hello\n" });
  const { approvalId } = await fixture.waitingRun('replace "Hello" with "Hallo" in a.txt', root);
  await Deno.writeTextFile(join(root, "a.txt"), "changed meanwhile\n");
  const flags = ["--yes", "--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];
  const { code, stderr } = await fixture.run(["review", approvalId, ...flags]);
  assert.equal(code, 1);
  assert.match(stderr, /Nothing was decided: .* approving would write nothing/);
  assert.equal(await Deno.readTextFile(join(root, "a.txt")), "changed meanwhile\n");
});

Deno.test("exit codes: 69 if nothing or another program responds; the sentence says how to start the service", async () => {
  const stranger = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("<h1>hello</h1>", { headers: { "content-type": "text/html" } }),
  );
  const unused = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = unused.addr;
  unused.close();
  const [nobody, other] = await Promise.all([
    runCli(["health", "--url", `http://127.0.0.1:${port}`]),
    runCli(["health", "--url", `http://127.0.0.1:${stranger.addr.port}`]),
  ]);
  await stranger.shutdown();
  assert.equal(nobody.code, 69);
  assert.equal(nobody.stderr.trim().split("\n").length, 1);
  assert.match(nobody.stderr, /Start it with `agent-harness serve`/);
  assert.equal(other.code, 69);
  assert.match(other.stderr, /is not agent-harness/);
});

Deno.test("exit codes: 1 for an invalid skill or workflow, with the findings on stdout; 0 for a valid one", async () => {
  await using fixture = await startFixture();
  const skill = (name: string) => {
    const directory = join(temporaryDirectory(), name);
    Deno.mkdirSync(directory);
    const text = `---\nname: ${name}\ndescription: Says how. Use it in tests.\n---\n# Steps\n`;
    Deno.writeTextFileSync(join(directory, "SKILL.md"), text);
    return fixture.run(["skills", "validate", "--directory", directory, "--json"]);
  };
  const workflow = (kind: string) => {
    const node = `{ id: a, kind: ${kind}, with: { command: "true" } }`;
    const source = `name: x\ndescription: x\nnodes:\n  - ${node}\n`;
    return fixture.run(["workflows", "dry-run", "--source", source, "--json"]);
  };
  const [good, bad, runs, invalid] = await Promise.all([
    skill("release-notes"),
    skill("Release_Notes"),
    workflow("command"),
    workflow("comand"),
  ]);
  assert.deepEqual([good.code, JSON.parse(good.stdout).valid], [0, true], good.stderr);
  assert.deepEqual([bad.code, JSON.parse(bad.stdout).valid], [1, false], bad.stderr);
  assert.deepEqual([runs.code, JSON.parse(runs.stdout).status], [0, "completed"], runs.stdout + runs.stderr);
  assert.equal(invalid.code, 1, invalid.stderr);
  const [error] = JSON.parse(invalid.stdout).validation.errors;
  assert.deepEqual([error.line, error.column], [4, 20]);
});

Deno.test("a command whose stderr is closed ends with its own exit code", async () => {
  const child = spawnCli(["health"], { environment: { AGENT_HARNESS_URL: "http://127.0.0.1:1" } });
  await Promise.all([child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()]);
  assert.equal((await child.status).code, 69);
});
