import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { sandboxTest } from "../../sandbox.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { temporaryDirectory } from "../../temporary.ts";
import {
  applied,
  combined,
  combining,
  executions,
  FILES,
  ofVerifiers,
  verifiedResult,
  VERIFIER,
} from "./combined.ts";

const ONE = [{ path: "a.txt", to: "one\n" }];
const TWO = [{ path: "b.txt", to: "two\n" }];

sandboxTest(
  "two results that pass alone and fail together are found, by the test that fails, and only one of them fits",
  async () => {
    using repository = TestRepository.make(FILES);
    await using h = await combining();
    const one = await verifiedResult(h, repository, ONE);
    const two = await verifiedResult(h, repository, TWO);
    const { results, pairs, combinations, current, verifications, leftOut } = await combined(h, repository);
    assert.deepEqual(pairs, [], "they change other files, so applying both writes both");
    assert.deepEqual(combinations, [{
      id: `${one.approval.id}+${two.approval.id}`,
      first: one.approval.id,
      then: two.approval.id,
      outcome: "failed",
      detail: `The verifier "${VERIFIER}" ended with exit code 1.`,
      failures: ["both.words"],
      output: "FAIL both.words\n",
      toCommit: false,
    }]);
    assert.deepEqual(results.map(({ id, fits }) => [id, fits]), [[one.approval.id, true], [
      two.approval.id,
      false,
    ]]);
    assert.deepEqual(current, [], "the files are those that both were made on");
    assert.deepEqual(verifications, { limit: 20, today: 1 });
    assert.deepEqual(leftOut, { results: 0, pairs: 0, combinations: 0 });
    assert.equal(executions(h), 2, "what fails is run once more");
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "what was found of a pair holds for the second result after the first is applied, and a rebase takes it over",
  async () => {
    using repository = TestRepository.make(FILES);
    await using h = await combining();
    const one = await verifiedResult(h, repository, [{ path: "a.txt", to: "uno\n" }]);
    const two = await verifiedResult(h, repository, TWO);
    const before = await combined(h, repository);
    assert.deepEqual(before.combinations.map(({ outcome }) => outcome), ["passed"]);
    assert.equal((await applied(h, one.approval)).status, "completed");
    const after = await combined(h, repository);
    assert.equal(executions(h), 1, "the same files are not verified again");
    assert.deepEqual(after.current.map(({ first, outcome, toCommit }) => [first, outcome, toCommit]), [
      [two.approval.id, "passed", true],
    ]);
    repository.commit({});
    assert.equal((await combined(h, repository)).current[0]?.toCommit, false);
    await h.operator("POST /runs/:id/rebase", { params: { id: two.run.id } });
    const rebased = await h.settled(two.run.id);
    assert.equal(rebased.status, "waiting");
    const { outcome, detail, verifiedBefore } = rebased.evaluation!;
    assert.deepEqual([outcome, verifiedBefore?.length], ["passed", 32]);
    assert.match(
      detail,
      /passed with exactly these files at \S+, before the rebase\. It was not run again\.$/,
    );
    assert.deepEqual(ofVerifiers(h), ["base", "combination", "verifier", "verifier"]);
    assert.equal((await applied(h, pendingOf(rebased))).status, "completed");
    assert.equal(repository.read("b.txt"), "two\n");
  },
);

sandboxTest("what failed before a rebase is verified again after it, and taken over by nothing", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await combining();
  const one = await verifiedResult(h, repository, ONE);
  const two = await verifiedResult(h, repository, TWO);
  await combined(h, repository);
  await applied(h, one.approval);
  assert.deepEqual((await combined(h, repository)).current.map(({ outcome }) => outcome), ["failed"]);
  repository.commit({});
  const before = ofVerifiers(h).filter((of) => of === "verifier").length;
  await h.operator("POST /runs/:id/rebase", { params: { id: two.run.id } });
  const { evaluation } = await h.settled(two.run.id);
  assert.deepEqual([evaluation!.outcome, evaluation!.verifiedBefore], ["failed", undefined]);
  assert.equal(ofVerifiers(h).filter((of) => of === "verifier").length, before + 1);
});

sandboxTest("after an apply the others are judged anew, and their checkpoints stay as they are", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await combining();
  const one = await verifiedResult(h, repository, ONE);
  const two = await verifiedResult(h, repository, TWO);
  const same = await verifiedResult(h, repository, [{ path: "b.txt", to: "b\nsame file\n" }]);
  await combined(h, repository);
  await applied(h, one.approval);
  const { results, combinations, current } = await combined(h, repository);
  assert.deepEqual(results.map(({ id, outcome, fits }) => [id, outcome, fits]), [
    [same.approval.id, "clean", true],
    [two.approval.id, "clean", false],
  ]);
  assert.deepEqual(current.map(({ first, outcome, failures }) => [first, outcome, failures]), [
    [two.approval.id, "failed", ["both.words"]],
    [same.approval.id, "passed", []],
  ]);
  assert.deepEqual(combinations, [], "what fails alone is not combined");
  const { approval } = await h.operator("GET /approvals/:id", { params: { id: two.approval.id } });
  assert.deepEqual([approval.status, approval.evidenceDigest], ["pending", two.approval.evidenceDigest]);
  repository.write({ "b.txt": "mine, and not committed\n" });
  const after = await combined(h, repository);
  assert.deepEqual(after.results.map(({ outcome }) => outcome), ["conflicts", "conflicts"]);
  assert.deepEqual(after.current, [], "what cannot be applied is not verified");
});

sandboxTest(
  "a pair that is rebased is verified as the rebase gives it, also in a directory without git",
  async () => {
    const text = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
    const changed = (
      line: number,
      word: string,
    ) => [{ path: "a.txt", to: text.with(line, `${word}\n`).join("") }];
    const verifier = "! (grep -q one a.txt && grep -q two a.txt)";
    using plain = new TestRepository(temporaryDirectory());
    plain.write({ "a.txt": text.join("") });
    using repository = TestRepository.make({ "a.txt": text.join("") });
    for (const place of [repository, plain]) {
      await using h = await combining();
      await verifiedResult(h, place, changed(2, "one"), { verifier });
      await verifiedResult(h, place, changed(15, "two"), { verifier });
      await verifiedResult(h, place, changed(2, "three"), { verifier: null });
      const { pairs, combinations } = await combined(h, place);
      assert.equal(pairs.length, 6);
      assert.deepEqual(combinations.map(({ outcome, detail }) => [outcome, detail]), [
        ["failed", `The verifier "${verifier}" ended with exit code 1.`],
        ["passed", `The verifier "${verifier}" passed.`],
      ]);
      assert.equal(executions(h), 3, "two of them conflict, and one that fails is run once more");
    }
  },
);

sandboxTest(
  "each verifier of a pair is run until one fails, and results without one are not combined",
  async () => {
    using repository = TestRepository.make(FILES);
    await using h = await combining();
    await verifiedResult(h, repository, ONE, { verifier: "true" });
    await verifiedResult(h, repository, TWO);
    await verifiedResult(h, repository, [{ path: "c.txt", to: "c\n" }], { verifier: null });
    await verifiedResult(h, repository, [{ path: "d.txt", to: "d\n" }], { verifier: null });
    const { combinations } = await combined(h, repository);
    assert.deepEqual(combinations.map(({ outcome }) => outcome).sort(), [
      "failed",
      "passed",
      "passed",
      "passed",
      "passed",
    ]);
    assert.equal(executions(h), 7, "the one that fails is run once more");
  },
);
