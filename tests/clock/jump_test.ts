import assert from "node:assert/strict";
import { ClockWatch } from "../../services/ground/clock/watch.ts";
import { describeJump, findJump, readSinceBoot } from "../../services/ground/clock/jump.ts";
import { harness } from "../harness.ts";

const HOUR = 3_600_000;
const before = { wall: 10 * HOUR, elapsed: HOUR, sinceBoot: 2 * HOUR };

Deno.test("a clock that goes as time does has not jumped, and neither has one that a time server corrects", () => {
  for (const correction of [0, 1_999, -1_999]) {
    const after = {
      wall: 10 * HOUR + 30_000 + correction,
      elapsed: HOUR + 30_000,
      sinceBoot: 2 * HOUR + 30_000,
    };
    assert.equal(findJump(before, after), null);
  }
});

Deno.test("a sleep of the machine, and a clock that is set, are told apart and said in sentences", () => {
  const jumps: [number, number | null, string][] = [
    [8 * HOUR, 8 * HOUR, "This machine slept for 28800 s."],
    [HOUR, 0, "The clock of this machine was set forward by 3600 s."],
    [-HOUR, 0, "The clock of this machine was set back by 3600 s."],
    [HOUR, 2 * HOUR, "This machine slept for 7200 s. The clock of this machine was set back by 3600 s."],
    [0, HOUR, "This machine slept for 3600 s. The clock of this machine was set back by 3600 s."],
    [HOUR, null, "The clock of this machine is 3600 s ahead: it was set forward, or the machine slept."],
    [-HOUR, null, "The clock of this machine was set back by 3600 s."],
  ];
  for (const [milliseconds, sleptMilliseconds, sentence] of jumps) {
    const known = sleptMilliseconds !== null;
    const jump = findJump({ ...before, sinceBoot: known ? before.sinceBoot : null }, {
      wall: before.wall + 30_000 + milliseconds,
      elapsed: before.elapsed + 30_000,
      sinceBoot: known ? before.sinceBoot + 30_000 + sleptMilliseconds : null,
    });
    assert.deepEqual(jump, { milliseconds, sleptMilliseconds });
    assert.equal(describeJump(jump!), sentence);
  }
});

Deno.test("a sleep during which the clock was set back by as much is recorded, and shifts no work", async () => {
  await using h = await harness();
  const told: number[] = [];
  const readings = [before, before, { ...before, sinceBoot: 3 * HOUR }, {
    ...before,
    wall: 11 * HOUR,
    sinceBoot: 3 * HOUR,
  }];
  const watch = new ClockWatch(() => readings.shift()!, [(_, milliseconds) => void told.push(milliseconds)]);
  const noticed = [
    await watch.notice(h.service),
    await watch.notice(h.service),
    await watch.notice(h.service),
  ];
  assert.deepEqual([noticed, told], [[false, true, true], [HOUR]]);
});

Deno.test("the time since this machine was started only grows", { ignore: Deno.build.os !== "linux" }, () => {
  const first = readSinceBoot()!;
  assert.ok(first > 0 && readSinceBoot()! >= first);
});
