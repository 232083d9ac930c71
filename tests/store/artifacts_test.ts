import assert from "node:assert/strict";
import { join } from "node:path";
import { ArtifactFiles } from "../../store/artifacts.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Enough that removals and writes of the same content overlap. */
const ROUNDS = 4;
const AT_ONCE = 200;

Deno.test("content that is stored while the same content is removed is there when it is said to be stored", async () => {
  const artifacts = new ArtifactFiles(join(temporaryDirectory(), "artifacts"));
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const contents = Array.from({ length: AT_ONCE }, (_, i) => `content ${round} ${i}`);
    const stored = await Promise.all(contents.map((content) => artifacts.write(content)));
    for (const { sha256 } of stored) artifacts.recorded(sha256);
    await Promise.all(contents.map(async (content, i) => {
      const removed = artifacts.remove(stored[i]!.sha256);
      const again = await artifacts.write(content);
      await removed;
      if (!await artifacts.has(again)) lost++;
    }));
  }
  assert.equal(lost, 0);
});
