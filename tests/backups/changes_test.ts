import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { BackupDamagedError } from "../../services/operations/backups/archive/damaged.ts";
import { applyChanges, writeChanges } from "../../services/operations/backups/chain/changes.ts";
import { sha256 } from "../../store/chain.ts";
import { temporaryDirectory } from "../temporary.ts";

const MEBIBYTE = 1024 * 1024;

Deno.test("applyChanges() makes of the earlier file the later one, whatever changed, and writes little for little", async () => {
  const place = temporaryDirectory();
  const [before, after] = [join(place, "before"), join(place, "after")];
  const size = fc.constantFrom(
    0,
    1,
    4095,
    4096,
    100_000,
    MEBIBYTE - 1,
    MEBIBYTE,
    MEBIBYTE + 1,
    2 * MEBIBYTE + 5,
  );
  const edits = fc.array(fc.tuple(fc.nat(2 * MEBIBYTE + 4), fc.integer({ min: 1, max: 9000 })), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(size, size, edits, async (earlier, later, places) => {
      const bytes = randomBytes(Math.max(earlier, later));
      Deno.writeFileSync(before, bytes.subarray(0, earlier));
      const changed = Uint8Array.from(bytes.subarray(0, later));
      let touched = Math.max(0, later - earlier);
      for (const [at, length] of places) {
        touched += changed.subarray(at, at + length).length;
        for (let i = at; i < Math.min(at + length, later); i++) changed[i]! ^= 0xff;
      }
      Deno.writeFileSync(after, changed);
      const changes = join(place, crypto.randomUUID());
      assert.deepEqual(await writeChanges(before, after, changes), { size: later, sha256: sha256(changed) });
      assert.ok(Deno.statSync(changes).size <= touched + 12 * (places.length + 4));
      await applyChanges(before, changes, later);
      assert.equal(sha256(Deno.readFileSync(before)), sha256(changed));
    }),
    { numRuns: 60 },
  );
  Deno.removeSync(place, { recursive: true });
});

Deno.test("applyChanges() refuses changes that are cut off, or that lie outside of the file", async () => {
  const place = temporaryDirectory();
  const [before, after, changes] = ["before", "after", "changes"].map((name) => join(place, name));
  Deno.writeFileSync(before!, new Uint8Array(10_000));
  Deno.writeFileSync(after!, new Uint8Array(10_000).fill(1, 500, 600));
  await writeChanges(before!, after!, changes!);
  const whole = Deno.readFileSync(changes!);
  for (const length of [1, 11, 12, whole.length - 1]) {
    Deno.writeFileSync(changes!, whole.subarray(0, length));
    await assert.rejects(applyChanges(before!, changes!, 10_000), BackupDamagedError);
  }
  Deno.writeFileSync(changes!, whole);
  await assert.rejects(applyChanges(before!, changes!, 599), BackupDamagedError);
  await applyChanges(before!, changes!, 600);
  assert.equal(Deno.statSync(before!).size, 600);
  Deno.removeSync(place, { recursive: true });
});
