import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { readCapsule } from "../../services/operations/capsules/read.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { exported, FILES, verifiedRun } from "./made.ts";

/** Changes, cuts or adds a byte of a capsule so often: each time it is refused, the fault is named, and nothing can be opened. */
export async function tryCapsules(count: number, seed: number, say: (line: string) => void): Promise<void> {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const { path, signer } = await exported(h, (await verifiedRun(h, repository)).id);
  const whole = Deno.readFileSync(path);
  const directory = temporaryDirectory();
  const changed = join(directory, "changed.capsule");
  const read = async (bytes: Uint8Array) => {
    Deno.writeFileSync(changed, bytes);
    const into = await Deno.makeTempDir({ dir: directory });
    try {
      return await readCapsule(changed, into, new Set([signer]));
    } finally {
      await Deno.remove(into, { recursive: true });
    }
  };
  assert.ok((await read(whole)).ok, "the control: unchanged, it is accepted");
  const damage = fc.record({
    how: fc.constantFrom("flip" as const, "flip" as const, "flip" as const, "cut" as const, "add" as const),
    at: fc.nat(whole.length - 1),
    bits: fc.integer({ min: 1, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ how, at, bits }) => {
      const bytes = how === "flip"
        ? whole.with(at, whole[at]! ^ bits)
        : how === "cut"
        ? whole.slice(0, at)
        : Uint8Array.from([...whole.subarray(0, at), bits, ...whole.subarray(at)]);
      const report = await read(bytes);
      assert.equal(report.capsule, null);
      assert.ok(report.checks.some(({ ok, detail }) => !ok && detail.length > 10), JSON.stringify(report));
    }),
    { numRuns: count, seed },
  );
  say(`${count} changes of a capsule of ${whole.length} bytes were refused by name. The seed was ${seed}.`);
}
