import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { networks } from "../runs/setup/networks.ts";
import { sandboxTest } from "../sandbox.ts";

/** A setup that reads files which its text does not name, and needs the network for them. */
const HIDDEN_INPUT = { command: 'for file in *.step; do sh "$file"; done' };

const CHANGES_WHAT_IT_READS = {
  request: 'replace "x" with "y" in package.json',
  setup: { command: "true" },
  verifier: { command: "true" },
  onRed: "fail",
  onFailure: "fail",
} as const;

const set = (h: Harness, { root }: TestRepository, dial: "border" | "closed") =>
  h.operator("POST /repositories/dial", { body: { repoPath: root, dial } });

sandboxTest("closed: a setup on changes that it reads is refused with a sentence; border asks", async () => {
  using repository = TestRepository.make({ "package.json": '{ "name": "x" }\n' });
  await using h = await harness({ workers: 1 });
  await set(h, repository, "border");
  const asked = await runToRest(h, repository, CHANGES_WHAT_IT_READS);
  assert.match(pendingOf(asked).reasons[0]!, /package\.json/, "the control: it would be asked for");

  await set(h, repository, "closed");
  const refused = await runToRest(h, repository, CHANGES_WHAT_IT_READS);
  assert.deepEqual([refused.status, refused.statusReason], ["failed", "policy_blocked"]);
  assert.match(refused.statusDetail!, /package\.json.* refused without asking.*"closed"/);
  assert.deepEqual(refused.approvals, []);
  assert.deepEqual(networks(refused).filter(Boolean).length <= 1, true, "at the base alone");
});

sandboxTest(
  "closed: a setup that fails offline on the changes is refused, and the network stays shut",
  async () => {
    using repository = TestRepository.make({ "a.step": "true\n", ".gitignore": "ready\n" });
    await using h = await harness({ workers: 1 });
    await set(h, repository, "closed");
    const run = await runToRest(h, repository, {
      request: 'append "test $(wc -l < /proc/net/dev) -gt 3 && echo two > ready\\n" to a.step',
      setup: HIDDEN_INPUT,
      verifier: { command: "true" },
      onRed: "fail",
      onFailure: "fail",
    });
    assert.equal(run.statusReason, "policy_blocked", run.statusDetail);
    assert.match(run.statusDetail!, /failed on the changed files without network access\. .*"closed"/);
    assert.deepEqual(run.approvals, []);
  },
);

sandboxTest("closed meanwhile: what a human admitted before continues", async () => {
  using repository = TestRepository.make({ "package.json": '{ "name": "x" }\n' });
  await using h = await harness({ workers: 1 });
  await set(h, repository, "border");
  const asked = await runToRest(h, repository, CHANGES_WHAT_IT_READS);
  await set(h, repository, "closed");
  const run = await approvePending(h, asked);
  assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
});
