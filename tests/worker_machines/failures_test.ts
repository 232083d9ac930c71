import assert from "node:assert/strict";
import { join } from "node:path";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { DOOR, doorOf, runMachine } from "./machine.ts";
import { untilEvent, untilPresent, untilTaken } from "./until.ts";

const opened = (options: object = {}) =>
  harness({ workers: 1, workerDoor: DOOR, checkedShare: 0, ...options });

/** A verifier that leaves a trace outside of the log: each execution adds a line. */
const counting = (directory: string) => ({ command: `echo once >> ${directory}/executions; test -f b.txt` });

const typesOf = (h: Harness): string[] =>
  h.store.events.after(0, 10_000).map(({ type }) => type).filter((type) => type.startsWith("assignment."));

const asked = { request: 'create b.txt with "b"', verifier: { command: "test -f b.txt" } };

Deno.test("a machine that falls silent loses the work to another one after its lease, and stops before", async () => {
  await using h = await opened({ leaseMilliseconds: 3_000 });
  using repository = TestRepository.make();
  let isCut = false;
  const door = doorOf(h);
  const cut: Send = (url, init) => isCut ? Promise.reject(new TypeError("cut")) : door(url, init);
  await using silent = await runMachine(h, { name: "silent" }, cut);
  await untilPresent(h);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { ...asked, repoPath: repository.root, verifier: { command: "sleep 600" }, fix: 0 },
  });
  await untilEvent(silent.service, "process.started");
  isCut = true;
  await untilEvent(h, "assignment.lost");
  assert.match(silent.lines.join("\n"), /Stopped run_\w+: The control plane did not answer in time/);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
  assert.deepEqual(typesOf(h), [
    "assignment.offered",
    "assignment.claimed",
    "assignment.lost",
    "assignment.ended",
  ]);
  const { items } = await h.operator("GET /workers/:id/log", { params: { id: "silent" } });
  assert.deepEqual(
    items.map(({ runId, repoPath, command, outcome, exitCode, detail }) => [
      runId,
      repoPath,
      command,
      outcome,
      exitCode,
      detail,
    ]),
    [[id, repository.root, "sleep 600", "lost", null, "It did not answer in time."]],
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a machine that is lost twice with a verification does not get it a third time: it is done here", async () => {
  await using h = await opened({ leaseMilliseconds: 1_500 });
  using repository = TestRepository.make();
  const door = doorOf(h);
  // Heartbeats do not arrive, all else does: what kills each machine that takes it.
  const deaf: Send = (url, init) =>
    url.endsWith("/heartbeats") || url.endsWith("/delivery")
      ? Promise.reject(new TypeError("cut"))
      : door(url, init);
  await using machine = await runMachine(h, {}, deaf);
  await untilPresent(h);
  const run = await runToRest(h, repository, { ...asked, verifier: { command: "sleep 0.5; test -f b.txt" } });
  assert.deepEqual([run.evaluation?.outcome, run.evaluation?.reportedBy], ["passed", undefined]);
  assert.match(machine.lines.join("\n"), /Stopped/);
});

Deno.test("an answer that is lost on its way back is no second delivery, and an object that arrives damaged is fetched again", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const door = doorOf(h);
  const spoilt = { object: 0, answer: 0 };
  const lossy: Send = async (url, init) => {
    const response = await door(url, init);
    if (url.includes("/worker/objects/") && spoilt.object++ === 0) {
      const bytes = await response.bytes();
      bytes[0] = bytes[0]! ^ 1;
      return new Response(bytes);
    }
    if (url.endsWith("/delivery") && spoilt.answer++ === 0) {
      await response.body?.cancel();
      throw new TypeError("connection reset");
    }
    return response;
  };
  {
    await using machine = await runMachine(h, {}, lossy);
    await untilPresent(h);
    const run = await runToRest(h, repository, asked);
    assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  }
  // The machine has ended, and with it what it sent again.
  assert.deepEqual(spoilt, { object: 2, answer: 2 });
  assert.equal(typesOf(h).filter((type) => type === "assignment.delivered").length, 1);
});

Deno.test("a run that is cancelled stops the verifier on the machine, which then takes the next one", async () => {
  await using h = await opened({ leaseMilliseconds: 900 });
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { ...asked, repoPath: repository.root, verifier: { command: "sleep 600" } },
  });
  await untilEvent(machine.service, "process.started");
  const log = async () => (await h.operator("GET /workers/:id/log", { params: { id: "w1" } })).items;
  assert.deepEqual((await log()).map(({ outcome, endedAt }) => [outcome, endedAt]), [["working", null]]);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
  assert.equal((await log())[0]!.outcome, "ended");
  await untilTaken(
    () => runToRest(h, repository, asked),
    ({ evaluation }) => evaluation?.reportedBy?.name === "w1",
  );
  assert.match(machine.lines.join("\n"), /Stopped run_\w+: The control plane .* does not need it any more/);
});

Deno.test("a control plane that was started again voids what was given out, and its run is verified once more", async () => {
  const first = await opened({ leaseMilliseconds: 900 });
  using repository = TestRepository.make();
  const { directory } = first;
  let h = first;
  const machineSend: Send = (url, init) => doorOf(h)(url, init);
  await using machine = await runMachine(first, {}, machineSend);
  await untilPresent(first);
  const { id } = await first.operator("POST /coordinator/runs", {
    body: { ...asked, repoPath: repository.root, verifier: { command: "sleep 1; test -f b.txt" } },
  });
  await untilEvent(first, "assignment.claimed");
  await first.close();
  h = await Harness.open(
    { workers: 1, workerDoor: DOOR, checkedShare: 0, leaseMilliseconds: 900 },
    directory,
  );
  await using reopened = h;
  const run = await reopened.settled(id);
  assert.equal(run.evaluation?.outcome, "passed", machine.lines.join("\n"));
  const types = typesOf(reopened);
  assert.ok(types.filter((type) => type === "assignment.delivered").length <= 1);
  assert.ok(types.includes("assignment.ended"));
  assert.equal((await approvePending(reopened, run)).status, "completed");
});

Deno.test("a machine that reports the opposite of what is found here is revoked, and its other reports are marked", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const liar: Send = async (url, init) => await doorOf(h)(url, init);
  await using _machine = await runMachine(h, {}, liar);
  await untilPresent(h);
  // The verifier itself says where it runs: what a machine that lies looks like from here.
  const lying = {
    command:
      'case "$PWD" in *agent-harness-liar*) exit 0;; *copies*|*storage/workspaces*) exit 0;; esac; exit 1',
  };
  const earlier = await runToRest(h, repository, asked);
  assert.equal(earlier.evaluation?.reportedBy?.name, "w1");
  Object.assign(h.service.machines, { checkedShare: 1 });
  const run = await runToRest(h, repository, { ...asked, verifier: lying, fix: 0 });
  assert.equal(run.evaluation?.outcome, "failed", JSON.stringify(run.evaluation));
  assert.equal(run.evaluation?.reportedBy?.checkedHere, "different");
  assert.match(run.evaluation!.detail, /reported the opposite, so it was revoked/);
  const { items } = await h.operator("GET /workers");
  assert.equal(items[0]!.status, "revoked");
  assert.match(
    items[0]!.statusDetail!,
    /reported that the verifier of run_\w+ passed, and here it failed twice/,
  );
  const marked = await h.operator("GET /approvals/:id", { params: { id: pendingOf(earlier).id } });
  assert.match(
    marked.approval.reasons.join("\n"),
    /reported by the worker machine w1, which was revoked since/,
  );
  const inbox = await h.operator("GET /notifications");
  assert.ok(inbox.items.some(({ title }) => title === "A worker machine was revoked"));
});

Deno.test("a report that is checked here and holds says so; a person can have any other verified here", async () => {
  await using h = await opened({ checkedShare: 1 });
  using repository = TestRepository.make();
  await using _machine = await runMachine(h);
  await untilPresent(h);
  const run = await runToRest(h, repository, asked);
  assert.equal(run.evaluation?.reportedBy?.checkedHere, "same");
  assert.match(run.evaluation!.detail, /this machine found the same/);
  Object.assign(h.service.machines, { checkedShare: 0 });
  const other = await runToRest(h, repository, {
    ...asked,
    request: 'create c.txt with "c"',
    verifier: { command: "true" },
  });
  assert.equal(other.evaluation?.reportedBy?.checkedHere, undefined);
  assert.deepEqual([pendingOf(other).risk, pendingOf(other).recommendedAction], ["medium", "inspect"]);
  await h.operator("POST /runs/:id/verify", { params: { id: other.id }, body: { command: "true" } });
  const again = await h.settled(other.id);
  assert.deepEqual([again.evaluation?.outcome, again.evaluation?.reportedBy], ["passed", undefined]);
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(again).id }, body: REVIEWED });
});

Deno.test("a drained machine finishes and takes nothing new, until it is resumed", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  await h.operator("POST /workers/:id/drain", { params: { id: "w1" } });
  assert.equal((await runToRest(h, repository, asked)).evaluation?.reportedBy, undefined);
  await h.operator("POST /workers/:id/resume", { params: { id: "w1" } });
  const verifier = counting(machine.directory);
  assert.equal((await runToRest(h, repository, { ...asked, verifier })).evaluation?.reportedBy?.name, "w1");
});

sandboxTest(
  "a verifier that fails and passes here is flaky, and no reason to revoke who reported it",
  async () => {
    await using h = await opened({ checkedShare: 1 });
    using repository = TestRepository.make();
    const place = temporaryDirectory();
    const rules = { repositories: { [repository.root]: { writable: [place] } } };
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(rules));
    await using _machine = await runMachine(h);
    await untilPresent(h);
    const seen = join(place, "seen");
    const command = `test -f b.txt || exit 1; rm ${seen} 2>/dev/null || ! touch ${seen} 2>/dev/null`;
    const run = await runToRest(h, repository, { ...asked, verifier: { command }, fix: 0 });
    assert.deepEqual([run.evaluation?.outcome, run.evaluation?.reportedBy?.checkedHere], ["failed", "flaky"]);
    assert.match(run.evaluation!.detail, /passed once and failed once, so it is flaky/);
    assert.equal((await h.operator("GET /workers")).items[0]!.status, "active");
  },
);
