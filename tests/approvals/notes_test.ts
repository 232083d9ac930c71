import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

Deno.test("rejecting again with another note is 400 and says that the first one stands; with the same note, or none, it is 200", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const reject = (reviewerNote?: string) =>
    h.json("POST", `/approvals/${pendingOf(waiting).id}/reject`, {
      actorType: "human",
      disposition: "abandon",
      ...(reviewerNote !== undefined && { reviewerNote }),
    });
  const first = await reject("too long");
  assert.equal(first.status, 200);
  const head = h.store.head;
  assert.deepEqual((await reject("too long")).body, first.body);
  assert.deepEqual((await reject()).body, first.body);
  const other = await reject("too short");
  assert.equal(other.status, 400);
  assert.match(
    other.body.error,
    /was rejected \(abandon\) at .* with a different note.*A decision cannot be changed/,
  );
  assert.equal(h.store.head, head, "none of these left an event");
});

Deno.test("a superseded approval names the checkpoint that replaced it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"\ncreate c.txt with "c"' });
  const { id, evidence } = pendingOf(waiting);
  const bundle = evidence[0]!;
  const hunk = bundle.kind === "repo-write-patch-bundle" ? bundle.files[0]!.hunks[0]!.id : "";
  const picked = await h.operator("POST /approvals/:id/approve", {
    params: { id },
    body: {
      actorType: "human",
      reviewedEvidence: true,
      reviewedHashes: true,
      reviewedPolicyClass: true,
      acceptedHunks: [hunk],
    },
  });
  assert.equal(picked.status, "superseded");
  const next = pendingOf(await h.settled(waiting.id));
  const shown = await h.operator("GET /approvals/:id", { params: { id } });
  assert.equal(shown.approval.supersededBy, next.id);
  assert.equal(next.supersededBy, undefined);
});

Deno.test("a command checkpoint says how the commands are held that it is about, and nothing of others", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await approvePending(h, await runToRest(h, repository, { request: 'create b.txt with "b"' }));
  const request = 'create c.txt with "c"';
  const verifier = { command: "test -f c.txt" };
  const waiting = pendingOf(await runToRest(h, repository, { request, verifier }, "agent"));
  assert.equal(waiting.policyClass, "command");
  const holds = (reasons: readonly string[]) =>
    reasons.flatMap((text) => /^Commands of the (\w+):/.exec(text)?.[1] ?? []);
  assert.deepEqual(holds(waiting.reasons), ["verifier"]);
  const both = pendingOf(await runToRest(h, repository, { request: "run touch d.txt", verifier }, "agent"));
  assert.deepEqual(holds(both.reasons), ["worker", "verifier"]);
});

Deno.test("an agent's setup that receives a stored secret is asked for as the use of that secret, by its name", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  Deno.writeTextFileSync(
    join(h.directory, "sandbox.json"),
    JSON.stringify({ setupEnvironment: { REGISTRY_TOKEN: { secret: "registry" }, LEVEL: "1" } }),
  );
  await h.operator("POST /secrets", {
    body: { name: "registry", kind: "api-key", value: "canary-registry-token" },
  });
  await approvePending(h, await runToRest(h, repository, { request: 'create b.txt with "b"' }));
  const setup = { command: 'test "${#REGISTRY_TOKEN}" = 21' };
  const run = await runToRest(h, repository, { request: 'create c.txt with "c"', setup }, "agent");
  const asked = pendingOf(run);
  assert.deepEqual([asked.policyClass, asked.authority, asked.risk], ["secret-use", "human", "high"]);
  assert.ok(
    asked.reasons.includes('Commands of the setup receive the stored secret "registry" in REGISTRY_TOKEN.'),
    asked.reasons.join("\n"),
  );
  assert.ok(!JSON.stringify(asked).includes("canary"));
  const worked = await approvePending(h, run);
  assert.equal(pendingOf(worked).policyClass, "repo-write", worked.statusDetail);
  const plain = { command: "true" };
  Deno.removeSync(join(h.directory, "sandbox.json"));
  const other = await runToRest(h, repository, { request: 'create d.txt with "d"', setup: plain }, "agent");
  assert.equal(pendingOf(other).policyClass, "command", "the control");
});

Deno.test("guidance after a stale approval does the task again with it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'replace "hello" with "bye" in a.txt' });
  repository.write({ "a.txt": "hello there\n" });
  const stale = await approvePending(h, waiting);
  assert.match(stale.nextMove!.what, /[Rr]etry/);
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: stale.tasks[0]!.id },
    body: { content: 'create extra.txt with "x"' },
  });
  const again = await h.settled(waiting.id);
  const session = await h.operator("GET /task-sessions/:id", { params: { id: stale.tasks[0]!.id } });
  assert.equal(session.guidance.at(-1)!.status, "consumed");
  const bundle = pendingOf(again).evidence[0]!;
  const paths = bundle.kind === "repo-write-patch-bundle" ? bundle.files.map(({ path }) => path) : [];
  assert.deepEqual(paths, ["a.txt", "extra.txt"]);
});

Deno.test("appending to a missing file makes it; to an untracked one the checkpoint says that it is there already", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const made = pendingOf(await runToRest(h, repository, { request: 'append "z" to new.txt' }));
  assert.deepEqual([made.risk, made.recommendedAction], ["medium", "inspect"], "nothing verified it");
  repository.write({ "untracked.txt": "mine\n" });
  const inTheWay = pendingOf(await runToRest(h, repository, { request: 'append "z" to untracked.txt' }));
  assert.deepEqual([inTheWay.risk, inTheWay.recommendedAction], ["high", "inspect"]);
  assert.ok(inTheWay.reasons.some((text) => text.includes("untracked.txt")), inTheWay.reasons.join("\n"));
});

Deno.test("a command that fails ends its run command_failed, with the command, its exit code and its words", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const failed = await runToRest(h, repository, { request: "run echo why; exit 7", onFailure: "fail" });
  assert.equal(failed.statusReason, "command_failed");
  assert.match(failed.statusDetail!, /`echo why; exit 7` failed with exit code 7\.[\s\S]*why/);
  const setup = { command: "echo no network; exit 9" };
  const unprepared = await runToRest(h, repository, { request: "run true", setup, onFailure: "fail" });
  assert.equal(unprepared.statusReason, "command_failed");
  assert.match(
    unprepared.statusDetail!,
    /setup command "echo no network; exit 9" ended with exit code 9: no network/,
  );
});
