import assert from "node:assert/strict";
import { join } from "node:path";
import { harness } from "../../harness.ts";
import { testNeeding } from "../../kit/skip.ts";
import { temporaryDirectory } from "../../temporary.ts";
import type { Ended } from "../../cli/fixture.ts";
import { AnsweringProcess } from "./answering_process.ts";
import { checkRestored, RESTORER } from "./backup_scenario.ts";
import { buildShim, Faults } from "./faults.ts";

const library = await buildShim();

testNeeding(library === null ? "Linux and a C compiler" : null, {
  name: "whichever call of a restore fails, it says why and leaves nothing, or everything is restored",
  fn: async () => {
    const directory = Deno.realPathSync(temporaryDirectory());
    const file = join(temporaryDirectory(), "backup.tar.gz");
    await using h = await harness();
    await h.operator("POST /control-plane/backups", { body: { output: file } });
    await h.service.backups.idle();
    const head = h.store.head;
    using faults = new Faults(library!, directory);
    await using restorer = new AnsweringProcess(RESTORER, faults.wrap);
    const to = join(directory, "restored");
    let refused = 0;
    for (let at = 1, failed = 1; failed > 0; at++) {
      faults.arm({ error: "EIO", at, lasting: false, bursts: true });
      const restored = await restorer.ask<Ended>([file, to]);
      ({ failed } = faults.disarm());
      await checkRestored(restored, to, head - 1);
      if (restored?.code === 0) Deno.removeSync(to, { recursive: true });
      else refused++;
      assert.deepEqual([...Deno.readDirSync(directory)], [], `call ${at} leaves something behind`);
    }
    assert.ok(refused > 10, `the control: ${refused} calls failed`);
    Deno.removeSync(directory, { recursive: true });
  },
});
