import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";

const REQUEST = { request: 'create b.txt with "b"', verifier: { command: "test -e b.txt" } };
const TITLE = /^Let runs in .* read the objects of another repository$/;

/** A repository that reads the objects of another one, which is reached through a link. */
class Referring implements Disposable {
  readonly other = TestRepository.make({ "private.txt": "private\n" });
  readonly third = TestRepository.make({ "third.txt": "third\n" });
  readonly own = TestRepository.make();
  readonly link = join(temporaryDirectory(), "objects");

  refer(path = join(this.other.root, ".git/objects")): void {
    this.own.write({ ".git/objects/info/alternates": `${path}\n` });
  }

  referThroughLink({ root }: TestRepository): void {
    Deno.removeSync(join(this.link, ".."), { recursive: true });
    Deno.mkdirSync(join(this.link, ".."));
    Deno.symlinkSync(join(root, ".git/objects"), this.link);
    this.refer(this.link);
  }

  [Symbol.dispose](): void {
    for (const { root } of [this.other, this.third, this.own]) Deno.removeSync(root, { recursive: true });
    Deno.removeSync(join(this.link, ".."), { recursive: true });
  }
}

const asksForObjects = (run: RunDetails): boolean => {
  const { policyClass, title } = pendingOf(run);
  assert.equal(policyClass === "start", TITLE.test(title), title);
  return policyClass === "start";
};

Deno.test("an operator's run waits until a human has allowed the objects of another repository, and the review names them", async () => {
  using places = new Referring();
  await using h = await harness({ workers: 1 });
  const known = await runToRest(h, places.own, REQUEST);
  assert.equal(asksForObjects(known), false, "the repository is known before");
  places.refer();
  const objects = join(places.other.root, ".git/objects");
  const asked = await runToRest(h, places.own, REQUEST);
  assert.equal(asksForObjects(asked), true);
  assert.deepEqual([asked.base, asked.tasks, asked.policy], [undefined, [], undefined], "nothing was done");
  assert.ok(pendingOf(asked).reasons.some((reason) => reason.includes(objects)));
  const reviewed = await approvePending(h, asked);
  assert.equal(asksForObjects(reviewed), false);
  assert.ok(pendingOf(reviewed).reasons.some((reason) => reason.includes(objects)), "the review names it");
  assert.deepEqual(reviewed.policy!.alternates, [{ path: objects, real: objects }]);
  assert.equal((await approvePending(h, reviewed)).status, "completed");
  assert.equal(asksForObjects(await runToRest(h, places.own, REQUEST)), false, "it is remembered");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("objects of another repository are allowed by path and by where it leads; listed, and asked about again once revoked", async () => {
  using places = new Referring();
  await using h = await harness({ workers: 1 });
  places.referThroughLink(places.other);
  await approvePending(h, await runToRest(h, places.own, REQUEST));
  assert.equal(asksForObjects(await runToRest(h, places.own, REQUEST)), false);
  const listed = async () =>
    (await h.operator("GET /repositories/admissions")).filter(({ kind }) => kind === "objects");
  const [first] = await listed();
  assert.equal(first!.what, `${places.link} (${join(places.other.root, ".git/objects")})`);
  places.referThroughLink(places.third);
  const asked = await runToRest(h, places.own, REQUEST);
  assert.equal(asksForObjects(asked), true, "the same path leads elsewhere");
  await approvePending(h, asked);
  places.refer();
  assert.equal(asksForObjects(await runToRest(h, places.own, REQUEST)), true, "another path leads there");
  places.referThroughLink(places.other);
  assert.equal(asksForObjects(await runToRest(h, places.own, REQUEST)), false);
  await h.operator("POST /repositories/admissions/:id/revoke", { params: { id: first!.id } });
  assert.equal((await listed()).length, 1);
  assert.equal(asksForObjects(await runToRest(h, places.own, REQUEST)), true);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an agent's first use of a repository with objects of another one is one question; as a part of a known one it is still asked", async () => {
  using places = new Referring();
  await using h = await harness({ workers: 1 });
  places.own.commit({ "part/a.txt": "a\n" });
  const begin = async (repoPath: string) => {
    const { id } = await h.agent("POST /coordinator/runs", { body: { request: REQUEST.request, repoPath } });
    return await h.settled(id);
  };
  await approvePending(h, await begin(places.own.root));
  places.refer();
  const part = await begin(join(places.own.root, "part"));
  assert.equal(pendingOf(part).policyClass, "start", "the coordinator does not answer it");
  assert.match(pendingOf(part).title, /^Let agents work in /);
  assert.equal(pendingOf(await approvePending(h, part)).policyClass, "repo-write", "one question");
  assert.equal(asksForObjects(await begin(places.own.root)), true, "the part does not speak for the whole");
});

for (
  const [name, before, after] of [
    ["another directory", () => {}, (places: Referring) => places.refer()],
    [
      "a link that leads elsewhere",
      (places: Referring) => places.referThroughLink(places.other),
      (places: Referring) => places.referThroughLink(places.third),
    ],
    [
      "another path to the same directory",
      (places: Referring) => places.referThroughLink(places.other),
      (places: Referring) => places.refer(),
    ],
  ] as const
) {
  Deno.test(`what a repository refers to while a run is under way fails the run instead of being read: ${name}`, async () => {
    using places = new Referring();
    await using h = await harness({ workers: 1 });
    before(places);
    const begun = await runToRest(h, places.own, REQUEST);
    const run = asksForObjects(begun) ? await approvePending(h, begun) : begun;
    after(places);
    const body = { actorType: "human", disposition: "rework", reviewerNote: "again" } as const;
    await h.operator("POST /approvals/:id/reject", { params: { id: pendingOf(run).id }, body });
    const ended = await h.settled(run.id);
    assert.deepEqual([ended.status, ended.statusReason], ["failed", "invalid_input"]);
    assert.match(ended.statusDetail!, /reads objects from .* since the run began\. Retry the run/);
  });
}

Deno.test("a run without the objects of another repository ends when a human says no", async () => {
  using places = new Referring();
  await using h = await harness({ workers: 1 });
  places.refer();
  const run = await runToRest(h, places.own, REQUEST);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(run).id },
    body: { actorType: "human" },
  });
  assert.deepEqual([
    (await h.settled(run.id)).statusReason,
    asksForObjects(await runToRest(h, places.own, REQUEST)),
  ], [
    "approval_rejected",
    true,
  ]);
});

sandboxTest("a setup never sees the objects of another repository, which the verifier does", async () => {
  using places = new Referring();
  await using h = await harness({ workers: 1 });
  places.refer();
  const seen = `git cat-file -e ${places.other.git("rev-parse", "HEAD").trim()}`;
  const run = await runToRest(h, places.own, {
    ...REQUEST,
    setup: { command: `! ${seen}` },
    verifier: { command: seen },
  });
  const reviewed = await approvePending(h, run);
  assert.equal(reviewed.evaluation?.outcome, "passed", reviewed.statusDetail);
});
