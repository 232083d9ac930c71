import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { UnavailableError } from "../../services/ground/kernel/errors.ts";
import { stage } from "../../services/machine/repositories/apply/stage.ts";
import type { FileMode } from "../../services/machine/repositories/mod.ts";
import { temporaryDirectory } from "../temporary.ts";

const REVIEWED = "reviewed";

/** Content that may have changed since it was compared with the manifest. */
const contents = (text: string) => ({
  announce: () => {},
  async *read() {
    yield await Promise.resolve(Buffer.from(text));
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

function input(root: string, mode: FileMode, text: string) {
  const sha256 = createHash("sha256").update(REVIEWED).digest("hex");
  const after = { mode, blob: "0".repeat(40), sha256, size: REVIEWED.length };
  const counts = { binary: false, additions: 1, deletions: 0, hunks: [] };
  const file = { path: "made", change: "added" as const, before: null, after, ...counts };
  return { root, file, name: "staged", permissions: null, contents: contents(text) };
}

for (const mode of ["100644", "100755", "120000"] as const) {
  Deno.test(`stage() writes only content with the reviewed hash, whatever was compared before: ${mode}`, async () => {
    const root = temporaryDirectory();
    try {
      await assert.rejects(stage(input(root, mode, "changed since")), (error) => {
        assert.ok(error instanceof UnavailableError);
        assert.match(error.message, /is not the reviewed one/);
        return true;
      });
      assert.deepEqual([...Deno.readDirSync(root)], [], "nothing is left");
      await using staged = await stage(input(root, mode, REVIEWED));
      assert.ok(staged);
      assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name), ["staged"]);
      await staged.durable();
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });
}
