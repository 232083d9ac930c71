import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

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
    /^Other results\n {2}Conflicts with .*good night.*: a\.txt line 1\.\n {2}Apply this first\.$/m,
  );
  const then = await fixture.run(["review", other.approvalId]);
  assert.match(
    then.stdout,
    /^ {2}Apply replace "Hello" with "good morning".* first\. This one then has to be reworked\.$/m,
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
    /An open result changes a\.txt: .*good morning.*\. This run starts without it\. agent-harness review \S+$/m,
  );
  const unnamed = await fixture.run(["run", 'create b.txt with "b"', "--repo", root]);
  assert.doesNotMatch(unnamed.stderr, /An open result/);
});
