import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("verifications of a restore run one at a time, and one that is asked for again is joined", async () => {
  await using h = await harness();
  await using other = await harness();
  const RealWorker = globalThis.Worker;
  let [running, most, started] = [0, 0, 0];
  class CountedWorker extends RealWorker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      started++;
      most = Math.max(most, ++running);
    }
    override terminate() {
      running--;
      super.terminate();
    }
  }
  globalThis.Worker = CountedWorker;
  try {
    const ask = (directory?: string) =>
      h.json("POST", "/control-plane/restore-verification", directory ? { directory } : {});
    const answers = await Promise.all([ask(), ask(), ask(), ask(other.directory), ask(other.directory)]);
    assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200, 200, 200]);
    assert.deepEqual([started, most, running], [2, 1, 0]);
  } finally {
    globalThis.Worker = RealWorker;
  }
});
