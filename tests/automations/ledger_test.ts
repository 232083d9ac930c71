import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { atThree, automate, DAY, HOUR, MINUTE, onClocks, outcomes, pass, shown } from "./scenario.ts";

const LATEST = "2026-01-02T03:20:00.000Z";

Deno.test("a moment that came while the service was off is caught up, or missed, however short that was; one after its start fires", async () => {
  for (const [catchUp, expected] of [["latest", "caught_up"], ["none", "missed"]] as const) {
    using repository = TestRepository.make();
    const clocks = atThree();
    const options = { now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause };
    const before = await onClocks(clocks);
    const { id } = await automate(before, repository.root, { catchUp, overlap: "allow_all" });
    await before.close();
    clocks.pass(10 * MINUTE); // five seconds past the moment
    await using h = await Harness.open(options, before.directory);
    await pass(h, clocks, 0);
    await pass(h, clocks, 10 * MINUTE);
    assert.deepEqual(await outcomes(h, id), [expected, "fired"]);
    assert.ok((await shown(h, id)).ledger.check!.equal);
  }
});

Deno.test("the days of a ledger add up to its counts, and tell how late what was missed was", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root, { catchUp: "latest", overlap: "allow_all" });
  await pass(h, clocks, 2 * DAY + 5 * HOUR);
  await h.operator("POST /automations/:id/pause", { params: { id } });
  await pass(h, clocks, DAY);
  await h.operator("POST /automations/:id/enable", { params: { id } });
  const { ledger } = await shown(h, id);
  const sums: Record<string, number> = {};
  for (const { rows } of ledger.days) {
    for (const [outcome, count] of Object.entries(rows)) sums[outcome] = (sums[outcome] ?? 0) + count;
  }
  assert.deepEqual(sums, ledger.counts);
  const [first, second] = ledger.days;
  assert.deepEqual([first!.rows.missed, second!.rows.missed], [125, 144]);
  assert.ok(first!.maxLatenessMilliseconds! > DAY, "a moment that was missed was late");
});

Deno.test("counting from the very moment of a row, or of one that waits, leaves that moment out", async () => {
  for (const overlap of ["allow_all", "buffer_one"]) {
    using repository = TestRepository.make();
    const clocks = atThree();
    await using h = await onClocks(clocks);
    const { id } = await automate(h, repository.root, { overlap });
    await pass(h, clocks, 10 * MINUTE);
    await pass(h, clocks, 10 * MINUTE);
    const before = await shown(h, id);
    assert.equal(before.waitingMoment?.dueAt, overlap === "buffer_one" ? LATEST : undefined);
    clocks.wall += 365 * DAY;
    await pass(h, clocks, 0);
    clocks.wall = Date.parse(LATEST); // counting begins here, as the clock had been far ahead
    await h.composition.maintenance.runOnce();
    assert.equal((await shown(h, id)).ledger.check?.from, LATEST);
    clocks.wall += 5000;
    await pass(h, clocks, 20 * MINUTE);
    const { check } = (await shown(h, id)).ledger;
    assert.deepEqual([check!.from, check!.due, check!.counted], [LATEST, 2, 2], overlap);
  }
});

Deno.test("a schedule may be a day ahead of the clock, and not a millisecond more", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  await automate(h, repository.root);
  await pass(h, clocks, 10 * MINUTE);
  const events = async (wall: number) => {
    clocks.wall = wall;
    const caused = await h.eventsOf(() => h.composition.maintenance.runOnce());
    return caused.flatMap(({ type, data }) => type === "automation.rescheduled" ? [data] : []);
  };
  const dayBefore = Date.parse("2026-01-02T03:10:00.000Z") - DAY;
  assert.deepEqual(await events(dayBefore), []);
  const [reset] = await events(dayBefore - 1);
  assert.equal((reset as { cursor: string }).cursor, new Date(dayBefore - 1).toISOString());
});
