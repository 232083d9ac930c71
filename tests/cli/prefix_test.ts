import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("ids: a unique prefix of a run's or an approval's id is enough; for an ambiguous one, the error lists the candidates", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const first = await fixture.waitingRun('create b.txt with "b"', root);
  const second = await fixture.waitingRun('create c.txt with "c"', root);
  const shared = commonPrefix(first.id, second.id);
  const unique = second.id.slice(0, shared.length + 1);
  const [found, bare, ambiguous, none, approval] = await Promise.all([
    fixture.run(["runs", "get", unique, "--json"]),
    fixture.run(["watch", unique.slice("run_".length), "--json"]),
    fixture.run(["runs", "get", shared]),
    fixture.run(["runs", "get", "run_zzzz"]),
    fixture.run(["review", second.approvalId.slice(0, -2)]),
  ]);
  assert.equal(JSON.parse(found.stdout).id, second.id);
  assert.equal(JSON.parse(bare.stdout).id, second.id);
  assert.equal(ambiguous.code, 2);
  assert.match(ambiguous.stderr, /is ambiguous\. It matches 2:/);
  for (const { id } of [first, second]) assert.ok(ambiguous.stderr.includes(id));
  assert.equal(none.code, 3);
  assert.match(none.stderr, /No run has an id that starts with "run_zzzz"/);
  assert.match(approval.stdout, /c\.txt/);
});

Deno.test("ids: an empty one, and the name of the kind alone, never mean the only record", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const repoPath = await fixture.repository();
  await fixture.connection.call("POST /runs", { body: { request: 'create b.txt with "b"', repoPath } });
  for (const command of ["next", "watch", "race", "hand-back", "runs capsule"]) {
    const words = command.split(" ");
    const empty = await fixture.main([...words, ""]);
    assert.deepEqual([command, empty.code, empty.stderr], [
      command,
      2,
      "✗ The id of the run is empty. Name one.\n",
    ]);
    for (const kind of ["run", "run_", "r"]) {
      const { code, stderr } = await fixture.main([...words, kind]);
      assert.deepEqual([command, code], [command, 3], stderr);
    }
  }
  assert.equal((await fixture.main(["runs", "cancel", "run"])).code, 3);
});

Deno.test("ids: an unknown short number is named as a number, however it was typed", async () => {
  await using fixture = await startFixture();
  const typed = [
    ["runs", "get", "#9"],
    ["runs", "cancel", "9"],
    ["watch", "9"],
    ["review", "#9"],
    ["enter", "#9"],
  ];
  for (const args of typed) {
    const { code, stderr } = await fixture.run(args);
    assert.deepEqual([args, code], [args, 3]);
    assert.match(stderr, /^✗ There is no run #9\./);
  }
  const { stderr } = await fixture.run(["approvals", "get", "9"]);
  assert.match(stderr, /^✗ There is no approval #9\./);
});

Deno.test("names: a record with a name can be named by it; for an ambiguous or unknown one, the error says so", async () => {
  await using fixture = await startFixture();
  const { call } = fixture.connection;
  const save = (name: string) =>
    call("POST /saved-workflows", {
      body: { source: `name: ${name}\nnodes:\n  - { id: a, kind: command, with: { command: "make" } }\n` },
    });
  const [first] = [await save("Nightly check"), await save("Twice"), await save("Twice")];
  const get = (name: string) => fixture.main(["workflows", "get", name, "--fields", "id", "--json"]);
  assert.deepEqual(JSON.parse((await get("nightly check")).stdout), { id: first!.id });
  const ambiguous = await get("Twice");
  assert.equal(ambiguous.code, 2);
  assert.match(ambiguous.stderr, /^✗ The name "Twice" is ambiguous\. It matches 2:/);
  const unknown = await get("fix-until-green");
  assert.equal(unknown.code, 3);
  assert.match(
    unknown.stderr,
    /^✗ No saved workflow has the name "fix-until-green", or an id that starts with "fix-until-green"\./,
  );
});

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (a[length] === b[length]) length++;
  return a.slice(0, length);
}

Deno.test("ids in options: a name, a run's number or a prefix is enough, and what nothing has is an error, not an empty list", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const source = 'name: Fix it\nnodes:\n  - { id: a, kind: command, with: { command: "true" } }\n';
  const { id } = await fixture.connection.call("POST /saved-workflows", { body: { source } });
  await fixture.connection.call("POST /saved-workflows/:id/activate", { params: { id }, body: {} });
  const repoPath = await fixture.repository();
  const run = await fixture.connection.call("POST /runs", {
    body: { request: "Fix it", repoPath, workflowId: id },
  });
  for (const typed of ["Fix it", id, id.slice(0, -1)]) {
    const listed = await fixture.main(["runs", "list", "--workflow-id", typed, "--json", "--fields", "id"]);
    assert.deepEqual(JSON.parse(listed.stdout), [{ id: run.id }], typed);
  }
  const unknown = await fixture.main(["runs", "list", "--workflow-id", "Fix"]);
  assert.deepEqual([unknown.code, unknown.stdout], [3, ""]);
  assert.match(unknown.stderr, /No saved workflow has the name "Fix", or an id that starts with "Fix"/);
  const preview = await fixture.main(["memory", "preview", "--run-id", "1", "--json"]);
  assert.equal(JSON.parse(preview.stdout).runId, run.id, preview.stderr);
});
