import assert from "node:assert/strict";
import { type LoopHold, watchLoop, working } from "../../services/ground/kernel/loop_watch.ts";
import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";
import { queryTermsOf } from "../../services/ground/kernel/search_terms.ts";
import { holdsText, watchHolds } from "../kit/holds.ts";

/** Works in one turn for that long, by the clock of the thread. */
function hold(milliseconds: number): void {
  const until = threadMilliseconds() + milliseconds;
  while (threadMilliseconds() < until);
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("a turn that works for more than 250 ms is reported with what was under way", async () => {
  const holds: LoopHold[] = [];
  {
    using _watch = watchLoop((hold) => holds.push(hold));
    await nextTurn();
    using _running = working("a run");
    {
      using _request = working("POST /runs");
      hold(400);
    }
    while (holds.length === 0) await nextTurn();
  }
  assert.equal(holds.length, 1);
  assert.ok(holds[0]!.milliseconds >= 400, String(holds[0]!.milliseconds));
  assert.deepEqual(holds[0]!.during.toSorted(), ["POST /runs", "a run"]);
});

Deno.test("short turns that follow one another, and a process that merely waits, are not reported", async () => {
  const holds: LoopHold[] = [];
  {
    using _watch = watchLoop((hold) => holds.push(hold));
    for (let at = 0; at < 20; at++) {
      hold(30);
      await nextTurn();
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    await nextTurn();
  }
  assert.deepEqual(holds, []);
});

Deno.test("the record of a test run counts what the service does in a turn, and not what the test does", async () => {
  const path = await Deno.makeTempFile();
  const recorded = () => Deno.readTextFileSync(path);
  {
    using _watch = watchHolds(path);
    await nextTurn();
    hold(600); // the test's own
    await nextTurn();
    for (let words = 2 ** 20; recorded() === ""; words *= 2) {
      setTimeout(queryTermsOf, 0, "word ".repeat(words)); // a turn that begins in the service, longer each time
      await nextTurn();
      await nextTurn();
    }
  }
  const text = holdsText(recorded());
  assert.match(text, /held its event loop \d times for more than 250 ms/);
  assert.match(text, /readTerms services\/ground\/kernel\/search_terms\.ts/);
  assert.doesNotMatch(text, /loop_watch_test/);
  await Deno.remove(path);
});
