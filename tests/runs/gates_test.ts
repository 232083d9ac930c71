import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "./scenario.ts";

const CREATE = 'create NOTE.md with "x"';

Deno.test("an agent's run waits for a human in a repository that no human has used", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: CREATE }, "agent");
  assert.equal(pendingOf(waiting).policyClass, "start");
  assert.equal(waiting.base, undefined, "nothing is prepared before");

  const admitted = await approvePending(h, waiting);
  assert.equal(pendingOf(admitted).policyClass, "repo-write");
  const again = await runToRest(h, repository, { request: 'create OTHER.md with "y"' }, "agent");
  assert.equal(pendingOf(again).policyClass, "repo-write", "the repository stays admitted");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what two runs ask for at once is admitted once, by the first yes", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const asked = { request: CREATE, verifier: { command: "true" } };
  await approvePending(h, await runToRest(h, repository, { request: 'create C.md with "z"' }));
  const first = await runToRest(h, repository, asked, "agent");
  const second = await runToRest(h, repository, { ...asked, request: 'create B.md with "y"' }, "agent");
  const admissions = async (run: typeof first) => {
    const events = await h.eventsOf(async () => void await approvePending(h, run));
    return events.filter(({ type }) => type === "command.admitted").length;
  };
  assert.equal(pendingOf(second).policyClass, "command");
  assert.deepEqual([await admissions(first), await admissions(second)], [1, 0]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("rejecting a start checkpoint ends the run and admits nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: CREATE }, "agent");
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { actorType: "human", reviewerNote: "not here" },
  });
  const ended = await h.settled(waiting.id);
  assert.equal(ended.status, "failed");
  assert.equal(ended.statusReason, "approval_rejected");
  assert.match(ended.statusDetail!, /not here/);
  const again = await runToRest(h, repository, { request: CREATE }, "agent");
  assert.equal(pendingOf(again).policyClass, "start");
});

Deno.test("commands from the agent token wait for a human until that exact command is admitted for the repository", async () => {
  using repository = TestRepository.make({ "check.sh": "exit 0\n" });
  await using h = await harness({ workers: 1 });
  await approvePending(h, await runToRest(h, repository, { request: CREATE }));

  const asked = { request: "run touch made.txt", verifier: { command: "sh check.sh" } };
  const waiting = await runToRest(h, repository, asked, "agent");
  const checkpoint = pendingOf(waiting);
  assert.equal(checkpoint.policyClass, "command");
  assert.deepEqual([...checkpoint.commands!].sort(), ["sh check.sh", "touch made.txt"]);
  assert.equal(waiting.tasks[0]!.attempt, 0, "nothing was begun");
  const ready = await approvePending(h, waiting);
  assert.equal(pendingOf(ready).policyClass, "repo-write");

  const again = await runToRest(h, repository, asked, "agent");
  assert.equal(pendingOf(again).policyClass, "repo-write", "the same commands are admitted");

  repository.commit({ "check.sh": "exit 0 # changed\n" });
  const changed = await runToRest(h, repository, asked, "agent");
  assert.deepEqual(pendingOf(changed).commands, ["sh check.sh"], "a file that it names has changed");
});

for (const dial of ["everything", "border"] as const) {
  Deno.test(`under ${dial} an agent's recipe that changes the file of an admitted command waits for a human`, async () => {
    using repository = TestRepository.make({ "check.sh": "exit 0\n" });
    await using h = await harness({ workers: 1 });
    await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial } });
    await runToRest(h, repository, { request: "run sh check.sh" });
    const unchanged = await runToRest(h, repository, { request: `${CREATE}\nrun sh check.sh` }, "agent");
    assert.equal(pendingOf(unchanged).policyClass, "repo-write", "the command is admitted");

    const request = 'append "touch made.txt\\n" to check.sh\nrun sh check.sh';
    const waiting = await runToRest(h, repository, { request }, "agent");
    assert.equal(pendingOf(waiting).policyClass, "command");
    assert.deepEqual(pendingOf(waiting).commands, ["sh check.sh"]);
    const ready = await approvePending(h, waiting);
    assert.equal(pendingOf(ready).policyClass, "repo-write");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

for (const named of ["check.sh", "current/check.sh"]) {
  Deno.test(`a command that names a file through a symbolic link is asked about again once that file changes: ${named}`, async () => {
    using repository = TestRepository.make({ "scripts/check.sh": "exit 0\n" });
    Deno.symlinkSync("scripts/check.sh", `${repository.root}/check.sh`);
    Deno.symlinkSync("scripts", `${repository.root}/current`);
    repository.commit({});
    await using h = await harness({ workers: 1 });
    await runToRest(h, repository, { request: `run sh ${named}` });
    const request = `${CREATE}\nrun sh ${named}`;
    const unchanged = await runToRest(h, repository, { request }, "agent");
    assert.equal(pendingOf(unchanged).policyClass, "repo-write", "the command is admitted");

    repository.commit({ "scripts/check.sh": "exit 0 # changed\n" });
    const changed = await runToRest(h, repository, { request }, "agent");
    assert.deepEqual(pendingOf(changed).commands, [`sh ${named}`]);
  });
}

Deno.test("a human's own commands are admitted by being asked for", async () => {
  using repository = TestRepository.make({ "check.sh": "exit 0\n" });
  await using h = await harness({ workers: 1 });
  const asked = { request: CREATE, verifier: { command: "sh check.sh" } };
  await runToRest(h, repository, asked);
  const agents = await runToRest(h, repository, asked, "agent");
  assert.equal(pendingOf(agents).policyClass, "repo-write");
});

Deno.test("an agent's guidance with a command waits for a human too", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: CREATE });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { actorType: "human", disposition: "rework" },
  });
  const stuck = await h.settled(waiting.id);
  assert.equal(stuck.waitingFor?.kind, "input");
  const content = "run touch from-agent.txt";
  await h.agent("POST /task-sessions/:id/guidance", {
    params: { id: stuck.waitingFor!.id },
    body: { content },
  });
  const held = await h.settled(waiting.id);
  assert.equal(pendingOf(held).policyClass, "command");
  assert.deepEqual(pendingOf(held).commands, ["touch from-agent.txt"]);
  const ready = await approvePending(h, held);
  assert.equal(pendingOf(ready).policyClass, "repo-write", ready.statusDetail);
  assert.deepEqual(h.rebuildDifferences(), []);
});

for (
  const [name, body, blocked] of [
    ["declares", { request: CREATE, capabilityClass: "trades" }, "trades"],
    ["plainly asks for", { request: "Buy 10 shares of ACME for me." }, "trades"],
    ["runs a command of", { request: "run ssh root@192.0.2.1 reboot" }, "network-automation"],
  ] as const
) {
  Deno.test(`a run that ${name} a blocked class ends policy_blocked and executes nothing`, async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { ...body, repoPath: repository.root },
    });
    const ended = await h.settled(id);
    assert.equal(ended.status, "failed");
    assert.equal(ended.statusReason, "policy_blocked");
    assert.match(ended.statusDetail!, new RegExp(blocked));
    const events = ended.traces.items.map(({ type }) => type);
    assert.ok(events.includes("run.policy_blocked"), events.join());
    assert.equal(
      events.some((type) =>
        type.startsWith("process.") || type === "run.prepared" && name !== "runs a command of"
      ),
      false,
    );
  });
}
