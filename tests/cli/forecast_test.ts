import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { EventTail } from "../recovery/event_tail.ts";
import { sandboxTest } from "../sandbox.ts";
import { startFixture } from "./fixture.ts";
import { AGENT, connectMcp } from "./mcp_client.ts";

Deno.test("review names the result that a change conflicts with, its file and line, and which one to apply first; forecast lists both; run names it", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const one = await fixture.waitingRun('replace "Hello" with "good morning" in a.txt', root);
  const alone = await fixture.run(["review", one.approvalId]);
  assert.match(alone.stdout, /Diff/);
  assert.doesNotMatch(alone.stdout, /Other results/);
  const other = await fixture.waitingRun('replace "Hello" with "good night" in a.txt', root);
  const first = await fixture.run(["review", one.approvalId]);
  assert.match(
    first.stdout,
    /^Other results\n {2}Conflicts with #2 .*good night.*: a\.txt line 1\.\n {2}Apply this first\.$/m,
  );
  const then = await fixture.run(["review", other.approvalId]);
  assert.match(
    then.stdout,
    /^ {2}Apply #1 replace "Hello" with "good morning".* first\. This one then has to be reworked\.$/m,
  );
  const listed = await fixture.run(["approvals", "forecast", "--repo", root, "--json"]);
  assert.equal(listed.code, 0, listed.stderr);
  assert.deepEqual(
    JSON.parse(listed.stdout).pairs.map(({ outcome }: { outcome: string }) => outcome),
    ["conflicts", "conflicts"],
  );
  const request = ["run", 'replace "Hello" with "Hi" in a.txt', "--repo", root];
  const requested = await fixture.run(request);
  assert.equal(requested.code, 0, requested.stderr);
  assert.match(
    requested.stderr,
    /An open result changes a\.txt: #1 .*good morning.*\. This run starts without it\. agent-harness review \S+$/m,
  );
  const unnamed = await fixture.run(["run", 'create b.txt with "b"', "--repo", root]);
  assert.doesNotMatch(unnamed.stderr, /An open result/);
});

sandboxTest(
  "review names the result with which a result fails together, by the test that fails",
  async () => {
    await using fixture = await startFixture();
    const root = await fixture.repository({ "a.txt": "a\n", "b.txt": "b\n" });
    const verifier = "! (grep -q one a.txt && grep -q two b.txt && echo 'FAIL both.words')";
    const one = await fixture.waitingRun('replace "a" with "one" in a.txt', root, verifier);
    using tail = new EventTail({ send: (path, init) => fetch(fixture.url + path, init) });
    const two = await fixture.waitingRun('replace "b" with "two" in b.txt', root, verifier);
    await tail.first(({ type }) => type === "combination.verified");
    const first = await fixture.run(["review", one.approvalId]);
    assert.match(
      first.stdout,
      /^ {2}Passes alone, and fails together with .*two.*: both\.words\.\n {4}FAIL both\.words\n {2}Apply this first\.$/m,
    );
    const then = await fixture.run(["review", two.approvalId]);
    assert.match(then.stdout, /^ {2}Apply .*one.* first\. This one then has to be reworked\.$/m);
  },
);

sandboxTest("review offers what a rebase takes over, once what was applied is committed", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository({ "a.txt": "a\n", "b.txt": "b\n" });
  const one = await fixture.waitingRun('replace "a" with "one" in a.txt', root, "true");
  using tail = new EventTail({ send: (path, init) => fetch(fixture.url + path, init) });
  const two = await fixture.waitingRun('replace "b" with "two" in b.txt', root, "true");
  await tail.first(({ type }) => type === "combination.verified");
  const together = await fixture.run(["review", two.approvalId]);
  assert.match(together.stdout, /^ {2}Verified together with 1 other: passed\.$/m);
  await fixture.connection.call("POST /approvals/:id/approve", {
    params: { id: one.approvalId },
    body: REVIEWED,
  });
  await tail.first(({ type }) => type === "approval.applied");
  await tail.first(({ type, data }) =>
    type === "combination.verified" && JSON.stringify(data).includes('"executed":false')
  );
  const before = await fixture.run(["review", two.approvalId]);
  assert.match(before.stdout, /verified: passed\. Commit what was applied, and a rebase takes that over\.$/m);
  const repository = new TestRepository(root);
  repository.commit({});
  const after = await fixture.run(["review", two.approvalId]);
  assert.match(after.stdout, new RegExp(`^ {2}Take that over: agent-harness runs rebase ${two.id}$`, "m"));
  const rebased = await fixture.run(["runs", "rebase", two.id]);
  assert.equal(rebased.code, 0, rebased.stderr);
});

Deno.test("a retry and a request of an agent name the open results that change what they name", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const root = await fixture.repository();
  const ended = await fixture.waitingRun('replace "Hello" with "Bye" in a.txt', root);
  await fixture.connection.call("POST /approvals/:id/reject", {
    params: { id: ended.approvalId },
    body: REVIEWED,
  });
  const open = await fixture.waitingRun('replace "Hello" with "good morning" in a.txt', root);
  const words = /An open result changes a\.txt: #2 .*good morning.*\. This run starts without it\./;
  const retried = await fixture.run(["runs", "retry", ended.id]);
  assert.equal(retried.code, 0, retried.stderr);
  assert.match(retried.stderr, words);
  assert.ok(retried.stderr.includes(`agent-harness review ${open.approvalId}`));
  await using mcp = await connectMcp(
    { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT },
    { directory: root },
  );
  assert.match(JSON.stringify(await mcp.call("request", { request: "look at a.txt" })), words);
  assert.doesNotMatch(JSON.stringify(await mcp.call("request", { request: 'create b.txt with "b"' })), words);
});
