import assert from "node:assert/strict";
import { quietUntil } from "../../services/planning/planner_settings/quiet_hours.ts";
import { harness } from "../harness.ts";

const ALL = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const until = (quietHours: Parameters<typeof quietUntil>[0]["quietHours"], at: string, timeZone = "UTC") =>
  quietUntil({ timeZone, quietHours }, new Date(at))?.toISOString() ?? null;

Deno.test("quiet hours over midnight hold from their first minute until the one at which they end", () => {
  const night = { days: [...ALL], from: "22:00", to: "07:00" };
  assert.equal(until(night, "2026-03-02T21:59:59.999Z"), null);
  assert.equal(until(night, "2026-03-02T22:00:00Z"), "2026-03-03T07:00:00.000Z");
  assert.equal(until(night, "2026-03-03T06:59:59.999Z"), "2026-03-03T07:00:00.000Z");
  assert.equal(until(night, "2026-03-03T07:00:00Z"), null);
  assert.equal(until(null, "2026-03-03T03:00:00Z"), null);
});

Deno.test("quiet hours belong to the day on which they begin, and days without a gap are one", () => {
  const friday = { days: ["fri" as const], from: "20:00", to: "08:00" };
  assert.equal(until(friday, "2026-03-07T03:00:00Z"), "2026-03-07T08:00:00.000Z");
  assert.equal(until(friday, "2026-03-08T03:00:00Z"), null);
  const weekend = { days: ["sat" as const, "sun" as const], from: "00:00", to: "24:00" };
  assert.equal(until(weekend, "2026-03-07T12:00:00Z"), "2026-03-09T00:00:00.000Z");
  const sixDays = { days: ALL.slice(0, 6), from: "00:00", to: "24:00" };
  assert.equal(until(sixDays, "2026-03-02T00:00:00Z"), "2026-03-08T00:00:00.000Z");
});

Deno.test("quiet hours follow the clocks of their zone when those are set", () => {
  const night = { days: [...ALL], from: "22:00", to: "02:30" };
  const berlin = (at: string) => until(night, at, "Europe/Berlin");
  assert.equal(berlin("2026-03-27T23:00:00Z"), "2026-03-28T01:30:00.000Z");
  assert.equal(berlin("2026-03-28T23:00:00Z"), "2026-03-29T01:30:00.000Z"); // 02:30 is skipped: 03:30
  assert.equal(berlin("2026-10-24T23:00:00Z"), "2026-10-25T00:30:00.000Z"); // the first of two
});

Deno.test("POST /planner/settings takes quiet hours, keeps, clears them, and refuses those that never end", async () => {
  await using h = await harness();
  const set = (quietHours: unknown) =>
    h.operator("POST /planner/settings", { body: { quietHours } as never });
  const read = async () => (await h.operator("GET /planner/settings")).quietHours;
  assert.equal(await read(), null);
  assert.deepEqual((await set({ from: "22:00", to: "07:00" })).quietHours, {
    days: [...ALL],
    from: "22:00",
    to: "07:00",
  });
  await h.operator("POST /planner/settings", { body: { bufferMinutes: 5 } });
  assert.equal((await read())?.from, "22:00");
  const wrong = [
    { from: "00:00", to: "24:00" },
    { from: "08:00", to: "08:00" },
    { from: "24:00", to: "07:00" },
    { from: "9", to: "10:00" },
    { from: "22:00", to: "07:00", days: [] },
    { from: "22:00", to: "07:00", days: ["someday"] },
  ];
  for (const each of wrong) await assert.rejects(set(each), { status: 400 }, JSON.stringify(each));
  assert.equal((await read())?.to, "07:00");
  await set(null);
  assert.equal(await read(), null);
  assert.deepEqual(h.rebuildDifferences(), []);
});
