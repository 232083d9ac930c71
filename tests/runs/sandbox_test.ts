import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../git.ts";
import { harness, type HarnessOptions } from "../harness.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "./scenario.ts";

/** A machine without bubblewrap. */
const NO_SANDBOX: HarnessOptions = {
  workers: 1,
  sandbox: { available: false, reason: "bubblewrap is not installed.", fix: "Install it." },
};

/** Tells what it can read, write and reach; a verifier that fails, so that its output is on record. */
const LOOK = `for file in "$@"; do cat "$file" 2>/dev/null; done
(echo x > "$1.written") 2>/dev/null && echo wrote beside
git log -1 --format=%s && git status --short && echo git works
exit 9
`;

/** The last thing that the verifier of a run printed. */
const detailOf = (run: RunDetails) => run.evaluation!.detail;

sandboxTest(
  "a verifier sees neither what lies outside of its worktree nor the storage, and git works in it",
  async () => {
    using repository = TestRepository.make({ "look.sh": LOOK, "a.txt": "hello\n" });
    const outside = temporaryDirectory();
    Deno.writeTextFileSync(join(outside, "canary.txt"), "canary of outside\n");
    try {
      await using h = await harness({ workers: 1 });
      Deno.writeTextFileSync(join(h.directory, "canary.txt"), "canary of the storage\n");
      const places = [join(outside, "canary.txt"), join(h.directory, "canary.txt")];
      const asked = {
        request: 'append "x" to a.txt',
        verifier: { command: `sh look.sh ${places.join(" ")}` },
      };
      const confined = await runToRest(h, repository, asked);
      assert.equal(confined.evaluation?.outcome, "failed");
      assert.match(detailOf(confined), /git works/);
      assert.doesNotMatch(detailOf(confined), /canary of|wrote beside/);
      assert.deepEqual([
        confined.evaluation?.confinement?.kind,
        confined.evaluation?.confinement?.network,
      ], [
        "bubblewrap",
        false,
      ]);

      const settings = { repositories: { [repository.root]: { sandbox: false } } };
      Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(settings));
      const open = await runToRest(h, repository, asked);
      assert.match(detailOf(open), /canary of outside\ncanary of the storage\nwrote beside/, "the control");
      assert.equal(open.evaluation?.confinement?.kind, "none");
      assert.match(open.evaluation!.confinement!.detail, /sandbox\.json turns the sandbox off for /);
      assert.deepEqual(h.rebuildDifferences(), []);
    } finally {
      Deno.removeSync(outside, { recursive: true });
    }
  },
);

sandboxTest(
  "how each command was held is in the timeline, and in the evaluation that the approval is bound to",
  async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    await using h = await harness({ workers: 1 });
    const asked = {
      request: "run touch made.txt",
      setup: { command: "echo tool > ~/tool" },
      verifier: { command: "test -e made.txt" },
    };
    const waiting = await runToRest(h, repository, asked);
    const started = waiting.traces.items.filter(({ type }) => type === "process.started");
    const held = started.map(({ summary }) => / for (\w+), in a sandbox, (.+?);/.exec(summary)!.slice(1));
    const base = held.filter(([purpose]) => purpose === "base");
    assert.ok(
      base.every(([, reach]) => reach === "without network access"),
      "the verifier before the change",
    );
    assert.deepEqual(held.filter((each) => !base.includes(each)), [
      [
        "setup",
        "with network access to the hosts in sandbox.json and to the registries of this machine's package managers",
      ],
      ["worker", "without network access"],
      ["setup", "without network access"],
      ["verifier", "without network access"],
    ]);
    const evaluation = pendingOf(waiting).evidence.find(({ kind }) => kind === "evaluation")!;
    const recorded = JSON.parse(await h.service.artifacts.readText(evaluation.sha256));
    assert.deepEqual(recorded.confinement, waiting.evaluation!.confinement);
    assert.match(
      recorded.confinement.detail,
      /^in a sandbox, without network access; it can write the worktree and/,
    );
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

Deno.test("without a sandbox runs work as before; status, contract, evidence and evaluation say that nothing is confined", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness(NO_SANDBOX);
  const waiting = await runToRest(h, repository, {
    request: "run touch made.txt",
    verifier: { command: "test -e made.txt" },
  });
  const { confinement } = waiting.evaluation!;
  assert.deepEqual([confinement?.kind, confinement?.network], ["none", true]);
  assert.match(confinement!.detail, /^as this user, .+: bubblewrap is not installed\.$/);
  const done = await approvePending(h, waiting);
  assert.equal(done.status, "completed");

  const agents = await runToRest(h, repository, { request: "run touch other.txt" }, "agent");
  assert.ok(
    pendingOf(agents).reasons.some((reason) => /worker: as this user, .+bubblewrap is not inst/.test(reason)),
  );
  const { riskBoundaryEnforcement, workerState } = await h.operator("GET /control-plane/status");
  assert.deepEqual(riskBoundaryEnforcement.commandSandbox, workerState.sandbox);
  assert.equal(riskBoundaryEnforcement.commandSandbox.enforced, false);
  assert.equal(riskBoundaryEnforcement.commandSandbox.fix, "Install it.");
  assert.match(
    (await h.agent("GET /agent-client/contract")).boundarySummary,
    /are not confined on this machine/,
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

sandboxTest("a command checkpoint says how its commands would run, and in which directory", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  await runToRest(h, repository, { request: 'append "x" to a.txt' });
  const waiting = await runToRest(h, repository, { request: "run touch made.txt" }, "agent");
  const { reasons, evidence } = pendingOf(waiting);
  assert.deepEqual(reasons.slice(1).map((reason) => reason.split(";")[0]), [
    "Commands of the worker: in a sandbox, without network access",
  ]);
  const text = await h.service.artifacts.readText(evidence[0]!.sha256);
  assert.match(text, /^\$ touch made\.txt\n {2}in the root of the repository\n/);
  const { riskBoundaryEnforcement } = await h.operator("GET /control-plane/status");
  assert.deepEqual([
    riskBoundaryEnforcement.commandSandbox.enforced,
    riskBoundaryEnforcement.commandSandbox.kind,
  ], [
    true,
    "bubblewrap",
  ]);
});

Deno.test("a sandbox.json that is not valid lets no command run, and the run says what is wrong with it", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  Deno.writeTextFileSync(join(h.directory, "sandbox.json"), '{ "network": true }');
  const ended = await runToRest(h, repository, { request: "run touch made.txt", onFailure: "fail" });
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "invalid_input"]);
  assert.match(ended.statusDetail!, /sandbox\.json is not valid at network/);
  assert.equal(ended.traces.items.some(({ type }) => type === "process.started"), false);
  assert.deepEqual(h.rebuildDifferences(), []);
});
