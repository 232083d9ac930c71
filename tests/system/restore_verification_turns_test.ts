import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { Verifiers } from "./verifiers.ts";

Deno.test("verifications of a restore run one at a time, in processes of their own, and one that is asked for again is joined", async () => {
  await using h = await harness();
  await using other = await harness();
  using verifiers = new Verifiers();
  const ask = (directory?: string) =>
    h.json("POST", "/control-plane/restore-verification", directory ? { directory } : {});
  const answers = await Promise.all([ask(), ask(), ask(), ask(other.directory), ask(other.directory)]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200, 200, 200]);
  const { started, most, running } = verifiers;
  assert.deepEqual([started.length, most, running], [2, 1, 0]);
});
