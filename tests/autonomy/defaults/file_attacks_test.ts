import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { sandboxTest } from "../../sandbox.ts";
import { admit, statedBy } from "./scenario.ts";

const FILE = ".agent-harness.json";

/** A run in a directory, once it rests. */
async function runIn(h: Harness, repoPath: string) {
  const body = { repoPath, request: 'create made.md with "x"' };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  return await h.settled(id);
}

Deno.test("a file that takes long to compare holds nothing up: it is shown instead of a difference", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  repository.write({ [FILE]: `{${"\n".repeat(16_000)}}` });
  await admit(h, repository.root);
  repository.write({ [FILE]: `{${" \n".repeat(8_000)}}` });
  const { file } = await statedBy(h, repository.root);
  assert.deepEqual([file.state, file.difference], ["changed", null]);
  assert.equal(file.text?.length, 16_002);
  repository.write({ [FILE]: `{${"\n".repeat(15_999)}}` });
  assert.match((await statedBy(h, repository.root)).file.difference!, /^-$/m, "the control");
});

Deno.test("no part of the file is hidden from the human who admits it, even if it looks like a key", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const program = `ghp_${"a1B2c3D4e5".repeat(4)}`;
  repository.write({ [FILE]: JSON.stringify({ verifier: `./${program}` }) });
  const { file } = await statedBy(h, repository.root);
  assert.match(file.text!, new RegExp(program));
  await admit(h, repository.root);
  const { items: [verifier] } = await statedBy(h, repository.root);
  assert.equal(verifier!.value, `./${program}`, "what was shown is what holds");
});

Deno.test("a secret of this service is shown neither in the file's text nor in the difference", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const secret = "correct-horse-battery-staple";
  repository.write({ [FILE]: JSON.stringify({ verifier: "true" }) });
  await admit(h, repository.root);
  repository.write({ [FILE]: JSON.stringify({ verifier: `login ${secret}` }) });
  const before = await statedBy(h, repository.root);
  assert.match(
    JSON.stringify(before.file),
    new RegExp(`${secret}.*${secret}`),
    "the control: nobody knows it",
  );
  h.service.redactor.know(secret, "a test's secret");
  const { file } = await statedBy(h, repository.root);
  assert.doesNotMatch(JSON.stringify(file), new RegExp(secret));
  assert.match(file.difference!, /login \[redacted\]/);
});

sandboxTest(
  "an admitted dial holds until it is revoked: neither a changed file, none, nor a directory below widens it",
  async () => {
    using repository = TestRepository.make({ "part/a.md": "a\n" });
    await using h = await harness({ workers: 1 });
    const { root } = repository;
    const dials = async (directory = root) => {
      const { policy } = await runIn(h, directory);
      const { items } = await statedBy(h, directory);
      return [
        policy?.dial,
        ...items.flatMap(({ id, value, origin }) => id === "dial" ? [value, origin] : []),
      ];
    };
    assert.deepEqual(await dials(), ["border", "border", "none"], "the control: without a file");
    repository.write({ [FILE]: JSON.stringify({ dial: "closed" }) });
    await admit(h, root);
    assert.deepEqual(await dials(), ["closed", "closed", "file"]);
    assert.deepEqual(await dials(join(root, "part")), ["closed", "closed", "file"]);
    repository.write({ [FILE]: "{}" });
    assert.deepEqual(await dials(), ["closed", "closed", "file"], "an agent may have changed it");
    repository.write({ [join("part", FILE)]: JSON.stringify({ dial: "border" }) });
    await admit(h, join(root, "part"));
    assert.deepEqual(await dials(join(root, "part")), ["closed", "closed", "file"], "the strictest holds");
    await Deno.remove(join(root, FILE));
    const { file } = await statedBy(h, root);
    assert.equal(file.state, "none");
    assert.notEqual(file.admittedAt, null);
    assert.deepEqual(await dials(), ["closed", "closed", "file"]);
    await h.operator("POST /repositories/defaults/file/revoke", { body: { repoPath: root } });
    assert.deepEqual(await dials(), ["border", "border", "none"]);
  },
);

Deno.test("an admitted profile holds in a directory below, and where the file has changed", async () => {
  using repository = TestRepository.make({ "part/a.md": "a\n" });
  await using h = await harness({ workers: 1 });
  const profileIn = async (repoPath: string) => {
    const { id } = await runIn(h, repoPath);
    const planned = h.store.events.after(0, 10_000)
      .findLast(({ type, runId }) => type === "task_session.planned" && runId === id);
    return (planned?.data as { profile: { id: string } }).profile.id;
  };
  assert.equal(await profileIn(join(repository.root, "part")), "worker", "the control");
  repository.write({ [FILE]: JSON.stringify({ profile: "reviewer" }) });
  await admit(h, repository.root);
  repository.write({ [FILE]: "{}" });
  assert.equal(await profileIn(repository.root), "reviewer");
  assert.equal(await profileIn(join(repository.root, "part")), "reviewer");
});
