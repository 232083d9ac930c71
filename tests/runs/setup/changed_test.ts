import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { sandboxTest } from "../../sandbox.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { approvePending, runToRest } from "../scenario.ts";
import { networks } from "./networks.ts";

/** A setup that reads files which its text does not name. */
const HIDDEN_INPUT = { command: 'for file in *.step; do sh "$file"; done' };

sandboxTest(
  "an agent that edits what a remembered setup executes waits for a human, who is shown the change",
  async () => {
    using repository = TestRepository.make({
      "tools/setup.sh": "echo honest > ready\n",
      ".gitignore": "ready\n",
    });
    await using h = await harness({ workers: 1 });
    const human = await runToRest(h, repository, {
      request: 'create b.txt with "b"',
      setup: { command: "sh tools/setup.sh" },
      verifier: { command: "test -e ready" },
    });
    assert.equal(human.evaluation?.outcome, "passed", human.statusDetail);

    const request = 'append "echo stolen > ready\\n" to tools/setup.sh';
    const verifier = { command: "test -e ready" };
    const asked = await runToRest(h, repository, { request, verifier }, "agent");
    const approval = pendingOf(asked);
    assert.equal(approval.policyClass, "command");
    assert.match(approval.reasons.join(" "), /changed what the setup command reads \(tools\/setup\.sh\)/);
    const evidence = await h.service.artifacts.readText(approval.evidence[0]!.sha256);
    assert.match(evidence, /\+echo stolen > ready/);
    assert.deepEqual(networks(asked), [], "the kept result of the base was copied, and nothing executed");

    const verified = await approvePending(h, asked);
    assert.equal(verified.evaluation?.outcome, "passed", verified.statusDetail);
    assert.deepEqual(networks(verified), [true], "the control: once admitted it runs with the network");
  },
);

sandboxTest("rejecting it ends the run, nothing of it was executed and nothing is written", async () => {
  using repository = TestRepository.make({ "package.json": '{ "name": "x" }\n' });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'replace "x" with "y" in package.json',
    setup: { command: "true" },
    verifier: { command: "true" },
  });
  assert.match(pendingOf(run).reasons[0]!, /package\.json/);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(run).id },
    body: { actorType: "human" },
  });
  const ended = await h.settled(run.id);
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "approval_rejected"]);
  assert.deepEqual(networks(ended), [true], "at the base alone");
  assert.equal(repository.read("package.json"), '{ "name": "x" }\n');
});

sandboxTest("on changes that the setup is not known to read it runs without network", async () => {
  using repository = TestRepository.make({ "a.step": "echo one > ready\n", ".gitignore": "ready\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'append "echo two, offline: $npm_config_offline >> ready\\n" to a.step',
    setup: HIDDEN_INPUT,
    // Package managers are told, so that they do not try again and again.
    verifier: { command: 'grep -q "two, offline: true" ready' },
  });
  assert.equal(run.evaluation?.outcome, "passed", run.statusDetail);
  assert.deepEqual(networks(run), [true, false]);
});

sandboxTest(
  "a setup that fails without network on the changes is asked for instead, and repeated when admitted",
  async () => {
    using repository = TestRepository.make({ "a.step": "true\n", ".gitignore": "ready\n" });
    await using h = await harness({ workers: 1 });
    const run = await runToRest(h, repository, {
      // The loopback device is all there is without network.
      request: 'append "test $(wc -l < /proc/net/dev) -gt 3 && echo two > ready\\n" to a.step',
      setup: HIDDEN_INPUT,
      verifier: { command: "grep -q two ready" },
    });
    const approval = pendingOf(run);
    assert.equal(approval.policyClass, "command");
    assert.match(approval.reasons[0]!, /failed on the changed files without network/);
    assert.deepEqual(networks(run), [true, false]);
  },
);

sandboxTest(
  "in the worktree of a task that depends on unreviewed work the setup meets no network either",
  async () => {
    using repository = TestRepository.make({ "a.step": "echo one > ready\n", ".gitignore": "ready\n" });
    await using h = await harness({ workers: 1 });
    const run = await runToRest(h, repository, {
      request: 'append "echo two >> ready\\n" to a.step\nrun cp ready seen.txt',
      setup: HIDDEN_INPUT,
    });
    assert.equal(run.status, "waiting", run.statusDetail);
    assert.deepEqual(networks(run), [true, false]);
    await approvePending(h, run);
    assert.equal(repository.read("seen.txt"), "one\ntwo\n");
  },
);

sandboxTest(
  "a dependent task whose worktree changes what the setup reads waits for a human, then continues",
  async () => {
    using repository = TestRepository.make({ "package.json": "{}\n" });
    await using h = await harness({ workers: 1 });
    const asked = await runToRest(h, repository, {
      request: 'append "\\n" to package.json\nrun echo done > done.txt',
      setup: { command: "true" },
    });
    assert.match(pendingOf(asked).reasons[0]!, /package\.json/);
    const run = await approvePending(h, asked);
    assert.equal(pendingOf(run).policyClass, "repo-write", run.statusDetail);
    await approvePending(h, run);
    assert.equal(repository.read("done.txt"), "done\n");
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest("the checkpoint shows what the setup reads first, and says what it does not show", async () => {
  using repository = TestRepository.make({ "package.json": "{}\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: [
      "run seq 1 400000 > a-data.txt; printf x > \"$(printf 'two\\nlines')\"",
      'replace "{}" with "{ \\"preinstall\\": \\"curl\\" }" in package.json',
    ].join("\n"),
    setup: { command: "true" },
    verifier: { command: "true" },
  });
  const approval = pendingOf(run);
  const text = await h.service.artifacts.readText(approval.evidence[0]!.sha256);
  assert.match(text, /\+\{ "preinstall": "curl" \}/);
  assert.match(text, /"two\\nlines" from 000000 0+ to 100644 [0-9a-f]{40}\n/);
  assert.ok(approval.reasons.some((reason) => /too long to show: a-data\.txt/.test(reason)));
});

sandboxTest("a change of what the setup reads that is too large to be shown is not asked for", async () => {
  using repository = TestRepository.make({ "package.json": "{}\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: "run seq 1 400000 > package.json",
    setup: { command: "true" },
    verifier: { command: "true" },
  });
  assert.deepEqual([run.status, run.statusReason], ["failed", "invalid_input"]);
  assert.match(
    run.statusDetail!,
    /package\.json, which the setup command reads, and the change is too large to review/,
  );
});
