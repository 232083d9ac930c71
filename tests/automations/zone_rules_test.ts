import assert from "node:assert/strict";
import { ZoneOffsets } from "../../services/execution/automations/schedule/zone.ts";
import { TestClocks } from "../clock/clocks.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { temporaryDirectory } from "../temporary.ts";
import { automate, outcomes, shown } from "./scenario.ts";

/** A zone that no other test uses: here it gets other rules, as a new version of the program brings them. */
const ZONE = "America/Toronto";
/** Whose rules it gets: in July clocks are an hour behind what its own say, or an hour ahead. */
const [BEHIND, AHEAD] = ["America/Chicago", "America/Halifax"] as const;
const LAST = Date.parse("2020-01-01T00:00:00Z");

/** Lets a zone follow the rules of another while `work` runs. */
async function withRules(rules: string, work: () => Promise<void>): Promise<void> {
  const real = Temporal.Instant.prototype.toZonedDateTimeISO;
  forgetRules();
  Temporal.Instant.prototype.toZonedDateTimeISO = function (zone) {
    return real.call(this, zone === ZONE ? rules : zone);
  };
  try {
    await work();
  } finally {
    Temporal.Instant.prototype.toZonedDateTimeISO = real;
    forgetRules();
  }
}

/** A process keeps the segments of time that it used last. Those of a century take their place. */
function forgetRules(): void {
  const zone = ZoneOffsets.named(ZONE);
  for (let at = Date.parse("1900-01-01T00:00:00Z"); at < LAST;) at = zone.segmentAt(at).until;
}

Deno.test("after a start with other zone rules a schedule goes by them: it says so, each moment fires once, and its ledger adds up", async () => {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const clocks = new TestClocks();
  const live = async (at: string, work: (h: Harness) => Promise<void>) => {
    clocks.wall = Date.parse(at);
    const options = { now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause };
    const h = await Harness.open(options, directory);
    await runDue(h);
    await work(h);
    await h.close();
  };
  let id = "";
  const next = async (h: Harness) => (await shown(h, id)).nextFireAt;
  await live("2026-07-01T07:30:00Z", async (h) => {
    const trigger = { kind: "schedule", cron: "0 9 * * *", timezone: ZONE };
    ({ id } = await automate(h, repository.root, { trigger, catchUp: "all", overlap: "allow_all" }));
    assert.equal(await next(h), "2026-07-01T13:00:00.000Z");
  });
  await withRules(BEHIND, async () => {
    await live("2026-07-01T08:00:00Z", async (h) => {
      assert.equal(await next(h), "2026-07-01T14:00:00.000Z");
      const [told] = h.store.events.after(0, 1_000).filter(({ type }) => type === "automation.rescheduled");
      assert.match(JSON.stringify(told?.data), /zone_tables_changed.*time zone data/);
      clocks.wall = Date.parse("2026-07-01T13:30:00Z");
      await runDue(h);
      assert.deepEqual(await outcomes(h, id), [], "nine o'clock has not come by the rules of now");
      clocks.wall = Date.parse("2026-07-01T14:00:01Z");
      await runDue(h);
      assert.deepEqual(await outcomes(h, id), ["fired"]);
    });
  });
  await withRules(AHEAD, async () => {
    await live("2026-07-02T12:30:00Z", async (h) => {
      assert.deepEqual(await outcomes(h, id), ["fired", "caught_up"], "nine o'clock was half an hour ago");
      clocks.wall = Date.parse("2026-07-02T20:00:00Z");
      await runDue(h);
      assert.deepEqual(await outcomes(h, id), ["fired", "caught_up"], "and not again by the rules of before");
      assert.equal(await next(h), "2026-07-03T12:00:00.000Z");
      await h.composition.maintenance.runOnce();
      const { check } = (await shown(h, id)).ledger;
      assert.ok(check === null || check.equal, JSON.stringify(check));
      assert.deepEqual(h.rebuildDifferences(), []);
    });
  });
  Deno.removeSync(directory, { recursive: true });
});
