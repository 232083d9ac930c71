import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { admit, statedBy } from "./scenario.ts";

const FILE = ".agent-harness.json";

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
