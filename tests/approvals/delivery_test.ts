import assert from "node:assert/strict";
import { deliveryBranch } from "../../services/control/runs/delivery_message.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { bytesOf, hostile } from "./hostile.ts";

const WORK = { request: 'replace "hello" with "bye" in a.txt', verifier: { command: "grep -q bye a.txt" } };

Deno.test("delivery branch: a commit on a new branch, while index, hooks and checkout stay as they were, byte for byte", async () => {
  using repository = hostile();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  const before = bytesOf(repository.root);
  const approval = pendingOf(run);
  const params = { id: approval.id };
  const decided = await h.operator("POST /approvals/:id/approve", {
    params,
    body: { ...REVIEWED, delivery: "branch" },
  });
  assert.deepEqual([decided.application, decided.decision?.delivery], ["applied", "branch"]);
  const ended = await h.settled(run.id);
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.deepEqual(bytesOf(repository.root), before);
  assert.equal(repository.exists(".git/called"), false);
  const { branch, commit } = ended.delivery!;
  const review = await h.operator("GET /approvals/:id", { params });
  assert.deepEqual(review.delivery, { kind: "branch", branch, commit });
  assert.deepEqual(review.deliveries, ["tree", "branch", "format-patch"]);
  assert.match(ended.statusDetail!, new RegExp(`gh pr create --head ${branch} --fill`));
  assert.equal(repository.git("rev-parse", `${branch}^`).trim(), run.base!.commit);
  assert.equal(repository.git("show", `${branch}:a.txt`), "bye\n");
  assert.equal(repository.git("rev-parse", branch!).trim(), commit);
  repository.git("fsck", "--strict", "--connectivity-only");
  const message = repository.git("log", "-1", "--format=%B", branch!);
  assert.ok(message.startsWith('Replace "hello" with "bye" in a.txt\n'), message);
  const trailer = (name: string) =>
    repository.git("log", "-1", `--format=%(trailers:key=Agent-Harness-${name},valueonly)`, branch!).trim();
  assert.equal(trailer("Run"), run.id);
  assert.equal(trailer("Patch"), `sha256:${run.bundle!.patchSha256}`);
  assert.equal(trailer("Verifier"), "passed: grep -q bye a.txt");
  assert.match(trailer("Reviewer"), new RegExp(`^human, ${approval.id}, `));
  // The same decision again is the same; the control: git itself calls the hooks.
  await h.operator("POST /approvals/:id/approve", { params, body: { ...REVIEWED, delivery: "branch" } });
  const other = await h.json("POST", `/approvals/${approval.id}/approve`, REVIEWED);
  assert.equal(other.status, 400);
  repository.git("branch", "control");
  assert.equal(repository.exists(".git/called"), true);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("delivery format-patch writes nothing; git am makes the reviewed change of it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(run).id },
    body: { ...REVIEWED, delivery: "format-patch" },
  });
  const { delivery, status } = await h.settled(run.id);
  assert.equal(status, "completed");
  const review = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
  assert.deepEqual(review.delivery, delivery);
  assert.equal(repository.git("status", "--porcelain"), "");
  const { content } = await h.operator("GET /runs/:id/artifact", {
    params: { id: run.id },
    query: { path: delivery!.path! },
  });
  repository.write({ ".git/the.patch": content! });
  repository.git("am", "-q", ".git/the.patch");
  assert.equal(repository.read("a.txt"), "bye\n");
});

Deno.test("a delivery that cannot be is refused before anything is decided; a branch of that name is never moved", async () => {
  using directory = new TestRepository();
  directory.write({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const plain = await runToRest(h, directory, WORK);
  const { deliveries } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(plain).id } });
  assert.deepEqual(deliveries, ["tree"]);
  const refused = await h.json("POST", `/approvals/${pendingOf(plain).id}/approve`, {
    ...REVIEWED,
    delivery: "branch",
  });
  assert.equal(refused.status, 400);
  assert.equal(pendingOf(await h.settled(plain.id)).status, "pending");

  using repository = TestRepository.make();
  const run = await runToRest(h, repository, WORK);
  repository.git("branch", "agent-harness");
  const path = `/approvals/${pendingOf(run).id}/approve`;
  const inTheWay = await h.json("POST", path, { ...REVIEWED, delivery: "branch" });
  assert.equal(inTheWay.status, 400);
  assert.match(inTheWay.body.error, /branch called agent-harness is in the way/);
  assert.equal(pendingOf(await h.settled(run.id)).status, "pending", "nothing is lost by that");
  repository.git("branch", "-m", "agent-harness", "mine");
  const decided = await h.json("POST", path, { ...REVIEWED, delivery: "branch" });
  assert.equal(decided.body.application, "applied");
  assert.equal(repository.read("a.txt"), "hello\n");
});

Deno.test("a branch has the first words of its request that git takes in a name, and is the run's own", () => {
  const evaluation = { id: "eval_1", outcome: "passed", round: 2, detail: "" } as const;
  const named = (request: string) => deliveryBranch({ id: "run_01k0000000abcdefgh", evaluation }, request);
  for (
    const [request, words] of [
      ["Replace it: (at once)!", "replace-it-at-once"],
      ["-- Ünï --", "u-ni"],
      ["日本語", "work"],
      [`${"a".repeat(39)} b`, "a".repeat(39)],
      ["", "work"],
    ] as const
  ) assert.equal(named(request), `agent-harness/${words}-abcdefgh-2`);
});
