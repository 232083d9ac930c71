import assert from "node:assert/strict";
import fc from "fast-check";
import { idSource } from "../../services/ground/kernel/ids.ts";

const SHAPE = /^run_[0-9a-hjkmnp-tv-z]{26}$/;

/** A source on a clock that follows a script and then stands still. */
function scripted(
  times: readonly number[],
  fill: (bytes: Uint8Array) => void = crypto.getRandomValues.bind(crypto),
) {
  let at = 0;
  return idSource(() => new Date(times[Math.min(at++, times.length - 1)]!), (bytes) => void fill(bytes));
}

Deno.test("idSource: later ids sort after earlier ones and none comes twice, whatever the clock does", () => {
  const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), (times) => {
    const newId = scripted(times);
    const ids = times.map(() => newId("run"));
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, SHAPE);
  }));
});

Deno.test("idSource: 20,000 ids of one millisecond sort and differ, even without randomness", () => {
  const newId = scripted([1_750_000_000_000], (bytes) => void bytes.fill(0));
  const ids = Array.from({ length: 20_000 }, () => newId("run"));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("idSource: ids keep sorting when the clock goes back an hour", () => {
  const newId = scripted([1_750_000_000_000, 1_750_000_000_000 - 3_600_000]);
  const first = newId("run");
  for (let i = 0; i < 10; i++) assert.ok(newId("run") > first);
});

Deno.test("idSource: ids sort after those of an earlier process, whose clock was ahead", () => {
  const earlier = Array.from({ length: 5000 }, scripted([1_750_000_000_000]).bind(null, "run"));
  const later = idSource(() => new Date(1_740_000_000_000), (bytes) => void bytes.fill(0), [
    "service",
    earlier.at(-1)!,
  ]);
  for (let i = 0; i < 10; i++) assert.ok(later("run") > earlier.at(-1)!);
  assert.ok(idSource(() => new Date(0), () => {})("run").startsWith("run_0000000000"), "without any");
});

Deno.test("idSource: an id is a UUIDv7 in base32: its time can be read off it", () => {
  const id = scripted([1_750_000_000_123])("run").slice("run_".length);
  const bits = [...id].map((c) => "0123456789abcdefghjkmnpqrstvwxyz".indexOf(c).toString(2).padStart(5, "0"))
    .join("")
    .slice(2);
  assert.equal(parseInt(bits.slice(0, 48), 2), 1_750_000_000_123);
  assert.equal(parseInt(bits.slice(48, 52), 2), 7);
  assert.equal(bits.slice(64, 66), "10");
});
