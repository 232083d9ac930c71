import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../../git.ts";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { combined, combining, executions, FILES, verifiedResult } from "./combined.ts";

/** A script that a verifier runs, and which does more than it should once another result is there, too. */
const scriptFor = (place: string): string =>
  `if grep -q two b.txt; then echo taken > ${place}/taken.txt; cat ${place}/secret.txt; fi\ntrue\n`;

sandboxTest(
  "what a result puts into a script of the verifier runs for a pair in the sandbox alone, and only there",
  async () => {
    using repository = TestRepository.make({ ...FILES, "check.sh": "true\n" });
    const place = temporaryDirectory();
    Deno.writeTextFileSync(join(place, "secret.txt"), "nobody's business\n");
    try {
      await using h = await combining();
      await verifiedResult(h, repository, [{ path: "check.sh", to: scriptFor(place) }], {
        verifier: "sh check.sh",
      });
      await verifiedResult(h, repository, [{ path: "b.txt", to: "two\n" }], { verifier: "sh check.sh" });
      const { combinations } = await combined(h, repository);
      assert.deepEqual([combinations.map(({ outcome }) => outcome), executions(h)], [["passed"], 1]);
      assert.deepEqual([...Deno.readDirSync(place)].map(({ name }) => name), ["secret.txt"]);
      const recorded = JSON.stringify(
        h.store.events.after(0, 10_000).filter(({ type }) => type !== "run.created"),
      );
      assert.ok(!recorded.includes("nobody's business"));

      // The control: the same files outside of a sandbox do what the script says.
      using control = TestRepository.make({ "b.txt": "two\n", "check.sh": scriptFor(place) });
      const { stdout } = await new Deno.Command("sh", { args: ["check.sh"], cwd: control.root }).output();
      assert.equal(new TextDecoder().decode(stdout), "nobody's business\n");
      assert.equal(Deno.readTextFileSync(join(place, "taken.txt")), "taken\n");
    } finally {
      Deno.removeSync(place, { recursive: true });
    }
  },
);

sandboxTest("where the verifier would run without a sandbox, a pair is not verified", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await combining();
  const rules = { repositories: { [repository.root]: { sandbox: false } } };
  Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(rules));
  await verifiedResult(h, repository, [{ path: "a.txt", to: "one\n" }]);
  await verifiedResult(h, repository, [{ path: "b.txt", to: "two\n" }]);
  const { combinations } = await combined(h, repository);
  assert.equal(combinations[0]?.outcome, "unknown");
  assert.match(combinations[0]!.detail, /may only run in a sandbox/);
  assert.equal(executions(h), 0);
});

sandboxTest("a known secret is removed from what a verifier prints about a pair", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await combining();
  const value = "s3cret-value-of-a-test";
  await h.operator("POST /secrets", { body: { name: "test", kind: "token", value } });
  const verifier = "if grep -q one a.txt && grep -q two b.txt; then cat c.txt d.txt; exit 1; fi";
  const one = [
    { path: "a.txt", to: "one\n" },
    { path: "c.txt", to: value.slice(0, 12) },
    { path: "d.txt", to: value.slice(12) },
  ];
  await verifiedResult(h, repository, one, { verifier });
  await verifiedResult(h, repository, [{ path: "b.txt", to: "two\n" }], { verifier });
  const { combinations } = await combined(h, repository);
  assert.equal(combinations[0]?.outcome, "failed");
  assert.notEqual(combinations[0]?.output, "");
  assert.ok(!JSON.stringify(h.store.events.after(0, 10_000)).includes(value));
});

sandboxTest("what was recorded of a pair is erased with either run, for good", async () => {
  using repository = TestRepository.make(FILES);
  const marker = "marker-of-the-output";
  const verifier = `! (grep -q one a.txt && grep -q two b.txt && cat a.txt b.txt)`;
  for (const erased of [0, 1]) {
    await using h = await combining();
    const one = await verifiedResult(h, repository, [{ path: "a.txt", to: `one\n${marker}\n` }], {
      verifier,
    });
    const two = await verifiedResult(h, repository, [{ path: "b.txt", to: "two\n" }], { verifier });
    const three = await verifiedResult(h, repository, [{ path: "c.txt", to: "three\n" }], { verifier });
    const { combinations } = await combined(h, repository);
    assert.ok(combinations.some(({ output }) => output.includes(marker)));
    const { id } = [one, two][erased]!.run;
    await h.operator("POST /runs/:id/cancel", { params: { id } });
    await h.operator("POST /runs/:id/delete", { params: { id } });
    const left = h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("combination."));
    assert.equal(left.filter(({ type, data }) => type === "combination.verified" && data === null).length, 2);
    assert.ok(!JSON.stringify(left).includes(marker));
    const after = await combined(h, repository);
    assert.equal(after.combinations.length, 1);
    assert.ok(after.combinations.every((each) => each.then === three.approval.id));
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});
