import assert from "node:assert/strict";
import { join } from "node:path";
import { startFixture } from "./fixture.ts";

Deno.test("--json: exactly one document on stdout and nothing on stderr, in any position of the flag", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  const commands = [
    ["health"],
    ["runs", "list"],
    ["runs", "get", id],
    ["runs", "artifacts", id],
    ["runs", "audit", id],
    ["approvals", "queue"],
    ["control-plane", "status"],
    ["contract"],
    ["openapi"],
    ["runs", "create", "--request", 'create c.txt with "c"', "--repo", root],
  ];
  const ended = await Promise.all([
    ...commands.map((command) => fixture.run([...command, "--json"])),
    fixture.run(["--json", "runs", "get", id]),
  ]);
  for (const [i, { code, stdout, stderr }] of ended.entries()) {
    const name = commands[i]?.join(" ") ?? "--json first";
    assert.equal(code, 0, `${name}: ${stderr}`);
    assert.doesNotThrow(() => JSON.parse(stdout), name);
    assert.equal(stderr, "", name);
  }
  const [waits, refused] = await Promise.all([
    fixture.run(["watch", id, "--json"]),
    fixture.run(["review", approvalId, "--json"]),
  ]);
  assert.equal(waits.code, 7);
  assert.equal(JSON.parse(waits.stdout).id, id);
  assert.equal(refused.code, 2);
  assert.equal(JSON.parse(refused.stdout).exitCode, 2);
});

Deno.test("--json: an error is one document too, with the sentence of stderr and the exit code", async () => {
  await using fixture = await startFixture();
  for (
    const [command, expected] of [
      [["runs", "get", "run_nowhere"], 3],
      [["runs", "create", "--request", ""], 2],
      [["runs", "get", "run_x", "--url", "http://127.0.0.1:1"], 69],
      [["runs", "get", "--no-such-flag"], 2],
      [["runs", "lst"], 2],
      [["runs", "get"], 2],
    ] as const
  ) {
    const { code, stdout, stderr } = await fixture.run([...command, "--json"]);
    const { error, exitCode } = JSON.parse(stdout);
    assert.deepEqual([code, exitCode], [expected, expected], stderr);
    assert.ok(stderr.includes(error), `${error} / ${stderr}`);
  }
  const { code, stdout } = await fixture.run(["--json"]);
  assert.deepEqual([code, JSON.parse(stdout)], [2, {
    error: "A command is missing. agent-harness --help lists them.",
    exitCode: 2,
  }]);
  const plain = await fixture.run(["runs", "get", "run_nowhere"]);
  assert.equal(plain.stdout, "");
});

Deno.test("runs archive says how many runs were archived, and where they are", async () => {
  await using fixture = await startFixture();
  assert.match((await fixture.run(["runs", "archive"])).stdout, /^No run has ended/);
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  await fixture.run(["runs", "cancel", id]);
  const { stdout } = await fixture.run(["runs", "archive"]);
  assert.match(stdout, /^1 run archived\. List archived runs: agent-harness runs list --archived$/m);
  assert.ok((await fixture.run(["runs", "list", "--archived"])).stdout.includes(id));
});

Deno.test("input: flags override --json-body, paths become absolute, and unknown fields are reported", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const body = JSON.stringify({ request: "from the body", repoPath: "/nowhere", reqeust: "a typing error" });
  const { code, stdout, stderr } = await fixture.run(
    ["runs", "create", "--json-body", "-", "--repo", ".", "--worker.provider", "builtin", "--json"],
    { stdin: body, directory: root },
  );
  assert.equal(code, 0, stderr);
  const run = JSON.parse(stdout);
  assert.equal(run.request, "from the body");
  assert.equal(run.repoPath, root);
  assert.deepEqual(run.worker, { provider: "builtin" });
  assert.match(stderr, /ignored unknown fields: reqeust/);
});

Deno.test("input: the same idempotency key creates one run", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const args = ["runs", "create", "--request", "x", "--repo", root, "--idempotency-key", "k1", "--json"];
  const [first, second] = [await fixture.run(args), await fixture.run(args)];
  assert.equal(JSON.parse(first.stdout).id, JSON.parse(second.stdout).id);
});

Deno.test("binary and HTML responses are written to a file or to stdout, byte for byte", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('create b.txt with "b"', root);
  const file = join(fixture.directory, "round-1.patch");
  const args = ["runs", "artifact-file", id, "--path", "bundles/round-1.patch"];
  const [piped, saved, page] = await Promise.all([
    fixture.run(args),
    fixture.run([...args, "--output", file]),
    fixture.run(["docs"]),
  ]);
  assert.match(piped.stdout, /^diff --git a\/b\.txt b\/b\.txt\n/);
  assert.equal(saved.code, 0, saved.stderr);
  assert.equal(saved.stdout, "");
  assert.equal(await Deno.readTextFile(file), piped.stdout);
  assert.match(page.stdout, /^<!doctype html>/);
});
