import assert from "node:assert/strict";
import { INTERFACE, keyOf } from "../checks/interface.ts";
import { Deviating } from "./deviating.ts";
import { DEVIATIONS } from "./deviations.ts";
import { Prober } from "./prober.ts";
import { startProbed } from "./running.ts";
import { promisesOf } from "./table.ts";

Deno.test("a service process keeps what each row promises, and what it does otherwise is found by row and sentence", async (t) => {
  await using service = await startProbed();
  await t.step("each of the rows", async () => {
    await using probe = new Prober(service.url, service.repository);
    for (const key of INTERFACE.map(keyOf)) {
      for (const each of promisesOf(key)) await probe.check(key, each);
    }
    assert.deepEqual(probe.faults, []);
  });
  await using front = new Deviating(service.url);
  for (const deviation of DEVIATIONS) {
    const { what, key, says } = deviation;
    await t.step(`${what}: ${key}`, async () => {
      front.deviation = deviation;
      await using probe = new Prober(front.url, service.repository, service.url);
      for (const each of promisesOf(key)) await probe.check(key, each);
      const found = probe.faults.map((fault) => `${fault.key}: ${fault.says}`);
      assert.ok(found.includes(`${key}: ${says}`), JSON.stringify(probe.faults, null, 2));
    });
  }
});
