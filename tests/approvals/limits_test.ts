import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

const DAY = 24 * 60 * 60 * 1000;

Deno.test("past its expiry an approval can be neither approved nor rejected, and nothing changes", async () => {
  using repository = TestRepository.make();
  let now = Date.parse("2026-03-01T10:00:00Z");
  await using h = await harness({ workers: 1, now: () => new Date(now) });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { id, expiresAt } = pendingOf(waiting);
  now = Date.parse(expiresAt) + 400 * DAY;
  const before = h.store.head;
  for (const [verb, body] of [["approve", REVIEWED], ["reject", { actorType: "human" }]] as const) {
    const { status, body: answer } = await h.json("POST", `/approvals/${id}/${verb}`, body);
    assert.equal(status, 400);
    assert.match(
      answer.error,
      new RegExp(`expired at ${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} UTC`),
    );
    assert.match(answer.error, /Retry the run/);
  }
  assert.equal(h.store.head, before, "a refusal records nothing");
  assert.equal(repository.exists("b.txt"), false);
});

Deno.test("until the moment it expires an approval can be given", async () => {
  using repository = TestRepository.make();
  let now = Date.parse("2026-03-01T10:00:00Z");
  await using h = await harness({ workers: 1, now: () => new Date(now) });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  now = Date.parse(pendingOf(waiting).expiresAt) - 1;
  assert.equal((await approvePending(h, waiting)).status, "completed");
  assert.equal(repository.read("b.txt"), "b");
});

for (const disposition of ["rework", "abandon"]) {
  Deno.test(`approving with the disposition ${disposition} is refused, and the patch is not applied`, async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
    const path = `/approvals/${pendingOf(waiting).id}/approve`;
    const { status, body } = await h.json("POST", path, { ...REVIEWED, disposition });
    assert.equal(status, 400);
    assert.match(body.error, /disposition/);
    assert.equal(repository.exists("b.txt"), false);
    assert.equal((await h.settled(waiting.id)).status, "waiting");
  });
}

for (
  const [what, kind] of [["evaluation", "evaluation"], ["verifier's output", "verifier-output"]] as const
) {
  for (const damage of ["edited", "deleted"] as const) {
    Deno.test(`when the ${what} was ${damage} after the review, nothing is applied`, async () => {
      using repository = TestRepository.make();
      await using h = await harness({ workers: 1 });
      const waiting = await runToRest(h, repository, {
        request: 'create b.txt with "b"',
        verifier: { command: "echo all is well" },
      });
      const evidence = pendingOf(waiting).evidence.find((item) => item.kind === kind)!;
      const path = h.service.artifacts.path(evidence.sha256);
      if (damage === "deleted") await Deno.remove(path);
      else await Deno.writeTextFile(path, `${await Deno.readTextFile(path)} edited`);
      const decided = await h.operator("POST /approvals/:id/approve", {
        params: { id: pendingOf(waiting).id },
        body: REVIEWED,
      });
      assert.equal(decided.application, "stale");
      assert.ok(decided.applicationDetail!.includes(evidence.path), decided.applicationDetail);
      assert.equal(repository.exists("b.txt"), false);
    });
  }
}
