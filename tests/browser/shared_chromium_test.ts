import assert from "node:assert/strict";
import { browserTest, CHROMIUM, SharedChromium } from "./chromium.ts";
import { lendChromium } from "./lend_chromium.ts";

browserTest("the Chromium of a run: two files share it, and see nothing of each other's pages", async () => {
  await using lent = await lendChromium(CHROMIUM!);
  const [one, other] = [new SharedChromium(lent.endpoint), new SharedChromium(lent.endpoint)];
  const [mine, theirs] = [await one.get(), await other.get()];
  await (await mine.newContext()).newPage();
  assert.deepEqual([mine.contexts().length, theirs.contexts().length], [1, 0]);
  await one.close();
  assert.deepEqual([mine.isConnected(), theirs.isConnected()], [false, true]);
  await other.close();
});

browserTest(
  "the Chromium of a run: when it dies, the next test has a new one, and that is said",
  async () => {
    await using lent = await lendChromium(CHROMIUM!);
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const shared = new SharedChromium(lent.endpoint, say);
    const before = await shared.get();
    assert.equal(await shared.get(), before);
    const gone = new Promise((resolve) => before.on("disconnected", resolve));
    await lent.kill();
    await gone;
    const after = await shared.get();
    await (await after.newContext()).newPage();
    await shared.close();
    const late = new SharedChromium(lent.endpoint, say);
    assert.ok((await late.get()).isConnected());
    await late.close();
    assert.equal(said.length, 2, said.join("\n"));
  },
);
