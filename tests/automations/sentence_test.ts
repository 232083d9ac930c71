import assert from "node:assert/strict";
import fc from "fast-check";
import { readSentence } from "../../services/execution/automations/sentence/read_sentence.ts";
import { homeDirectory } from "../../services/ground/kernel/environment.ts";
import { harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { runDue } from "../kit/run_due.ts";
import { endRun } from "./scenario.ts";

/** A Tuesday. */
const NOW = new Date("2026-03-10T12:00:00Z");

const triggerOf = async (text: string, zone = "UTC") => (await readSentence(text, NOW, zone)).trigger;
const cron = (pattern: string, timezone = "UTC") => ({ kind: "schedule", cron: pattern, timezone });

Deno.test("sentences become the schedules that they say", async () => {
  for (
    const [text, trigger] of [
      ["every weekday at 9 in Berlin", cron("0 9 * * MON-FRI", "Europe/Berlin")],
      ["Every weekday at 9:30am, New York time", cron("30 9 * * MON-FRI", "America/New_York")],
      ["every day at 9 in Kolkata", cron("0 9 * * *", "Asia/Kolkata")],
      ["every day at 9 in São Paulo", cron("0 9 * * *", "America/Sao_Paulo")],
      ["every day at 9 in Kyiv", cron("0 9 * * *", "Europe/Kyiv")],
      ["every day at 9 and 17", cron("0 9,17 * * *")],
      ["daily at noon", cron("0 12 * * *")],
      ["nightly at 2:30", cron("30 2 * * *")],
      ["nightly at 11", cron("0 23 * * *")],
      ["every evening at 8", cron("0 20 * * *")],
      ["every evening at 19:30", cron("30 19 * * *")],
      ["Every night at 12 and 3", cron("0 0,3 * * *")],
      ["every morning at 8", cron("0 8 * * *")],
      ["mondays at 8pm", cron("0 20 * * MON")],
      ["every monday and thursday at 18:00 UTC", cron("0 18 * * MON,THU")],
      ["weekends at midnight", cron("0 0 * * SAT,SUN")],
      ["0 9 * * 1", cron("0 9 * * 1")],
      [" */15 9-17 * * MON-FRI ", cron("*/15 9-17 * * MON-FRI")],
      ["@daily", cron("@daily")],
      ["every month on the 1st at 6", cron("0 6 1 * *")],
      ["every month on the last day at 23:45", cron("45 23 L * *")],
      ["every 15 minutes", cron("*/15 * * * *")],
      ["every minute", cron("* * * * *")],
      ["every half hour", cron("*/30 * * * *")],
      ["hourly", cron("0 * * * *")],
      ["every 6 hours", cron("0 */6 * * *")],
      ["every 7 minutes", { kind: "schedule", every: "PT420S", timezone: "UTC" }],
      ["every 2 days at 9", {
        kind: "schedule",
        every: "P2D",
        startAt: "2026-03-11T09:00:00.000Z",
        timezone: "UTC",
      }],
      ["every other friday at 16 in Asia/Tokyo", {
        kind: "schedule",
        every: "P2W",
        startAt: "2026-03-13T07:00:00.000Z",
        timezone: "Asia/Tokyo",
      }],
      ["tomorrow at 18:00", { kind: "schedule", at: "2026-03-11T18:00:00.000Z" }],
      ["on 2026-12-24 at 9:15 in Berlin", { kind: "schedule", at: "2026-12-24T08:15:00.000Z" }],
      ["when a run fails", { kind: "event", types: ["run.failed"] }],
      ["after any run in shop completes", {
        kind: "event",
        types: ["run.completed"],
        filter: 'event.repoPath.endsWith("/shop")',
      }],
      ["when a run in /srv/shop ends", {
        kind: "event",
        types: ["run.completed", "run.failed", "run.cancelled"],
        filter: 'event.repoPath == "/srv/shop"',
      }],
      ["whenever something needs my approval", { kind: "event", types: ["approval.requested"] }],
      ["when this webhook comes", null],
      ["by hand", { kind: "manual" }],
    ] as const
  ) {
    assert.deepEqual(await triggerOf(text), trigger, text);
  }
});

Deno.test("what is open or not understood is refused with the words that are", async () => {
  for (
    const [text, reason] of [
      ["every weekday", /Say at what time of the day, such as "every weekday at 9"/],
      ["every week at 9", /"every week" does not say on which day\. Write "every monday at 9"/],
      ["every weekday at 25", /"25" is not a time of the day/],
      ["every evening at 8am", /"8am" is not in the evening\. Write "every day at 8am"/],
      ["every morning at 12", /"12" is not in the morning/],
      ["every day at 13pm", /"13pm" is not a time of the day/],
      ["every day at 9 and 9:30", /09:00 and 09:30 have different minutes/],
      ["every day at 9 if the moon is full", /"if moon is full" is not understood/],
      ["every weekday at 9 in Berlni", /"Berlni" is not understood/],
      ["every 2 seconds", /at most every 10 seconds/],
      ["every 15 minutes on weekdays", /cannot be combined with an interval/],
      ["every other monday and friday at 9", /one time and one day/],
      [
        "every 2 months on the second friday at 9",
        /no interval can be\. Use a pattern, such as 0 9 \* \*\/2 FRI#2\./,
      ],
      ["tomorrow", /Say at what time of the day, such as "tomorrow at 9"/],
      ["61 9 * * 1", /^InvalidError: "61 9 \* \* 1" is not a pattern: .*minute/],
      ["0 9 * *", /"0 9 \* \*" is not a pattern: a pattern has 5 fields .* this one has 4\.$/],
      ["@nightly", /"@nightly" is not a pattern: .*@hourly/],
      ["soon", /"soon" does not say when/],
      ["when a run fails on the moon", /"moon" is not understood/],
      ["every second friday at 9", /can be read in two ways/],
    ] as const
  ) {
    await assert.rejects(readSentence(text, NOW, "UTC"), reason, text);
  }
});

Deno.test("whatever is written, it is read to a trigger that fires, or refused with a sentence; nothing in it is dropped", async () => {
  await using h = await harness();
  const word = fc.constantFrom(
    ..."every other 2 15 day days weekday monday friday week month hour hours minutes at 9 9:30 5pm noon and in Berlin UTC on the 1st last when a run fails shop tomorrow by hand daily nightly please banana"
      .split(" "),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
      const when = words.join(" ");
      const reading = await h.json("POST", "/automations/read-trigger", { when, timezone: "UTC" });
      assert.ok([200, 400].includes(reading.status), `${when}: ${reading.status}`);
      if (reading.status === 400) return assert.match(reading.body.error, /^["A-Z0-9].*\.$/s, when);
      const { trigger, nextFires } = reading.body;
      assert.ok(!words.includes("banana"), `${when}: ${JSON.stringify(trigger)}`);
      if (trigger.kind === "schedule") assert.ok(nextFires.length > 0, when);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a time in the past is refused in the words that were written", async () => {
  await using h = await harness();
  const { status, body } = await h.json("POST", "/automations/read-trigger", { when: "last minutes" });
  assert.equal(status, 400);
  assert.match(body.error, /^"last minutes" is .*, which is in the past\./);
});

Deno.test("an interval that no automation can have is refused", async () => {
  await using h = await harness();
  for (
    const when of [
      "every 0 days at 9",
      "every 400 days at 9",
      "every 99 weeks on monday at 9",
      "every 9999 hours",
    ]
  ) {
    const { status, body } = await h.json("POST", "/automations/read-trigger", { when });
    assert.equal(status, 400, when);
    assert.match(body.error, /not one from 10 seconds to 366 days|does not repeat anything/);
  }
});

Deno.test("what a sentence reads to is what the service fires: the same times as the saved automation", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const head = h.store.head;
  const reading = await h.operator("POST /automations/read-trigger", {
    body: { when: "every month on the last day at 9 in Berlin" },
  });
  assert.equal(h.store.head, head, "reading records nothing");
  assert.equal(reading.nextFires.length, 5);
  assert.match(reading.schedule.words, /Europe\/Berlin time/);
  assert.ok(reading.nextFires.every(({ local }) => /T09:00:00\+0[12]:00/.test(local)));
  const { id } = await h.operator("POST /automations", {
    body: {
      name: "Last day",
      trigger: reading.trigger as { kind: "manual" },
      action: { kind: "run", request: 'create a.txt with "a"', repoPath: repository.root },
    },
  });
  const preview = await h.operator("GET /automations/:id/preview", { params: { id }, query: { count: 5 } });
  assert.deepEqual(preview.nextFires.map(({ at }) => at), reading.nextFires.map(({ at }) => at));
  for (const { at } of reading.nextFires) {
    const local = Temporal.Instant.from(at).toZonedDateTimeISO("Europe/Berlin");
    assert.equal(local.day, local.daysInMonth);
  }
  const checked = await h.json("POST", "/automations/read-trigger", {
    trigger: { kind: "schedule", cron: "0 0 30 2 *" },
  });
  assert.deepEqual(checked.status, 400);
  assert.match(checked.body.error, /no date ever matches/);
});

Deno.test("an event of a run in another repository does not start an automation of one", async () => {
  using shop = TestRepository.make();
  using other = TestRepository.make();
  await using h = await harness();
  const { trigger } = await h.operator("POST /automations/read-trigger", {
    body: { when: `when a run in ${shop.root} completes` },
  });
  const { id } = await h.operator("POST /automations", {
    body: {
      name: "After",
      trigger: trigger as { kind: "manual" },
      action: { kind: "run", request: 'create after.txt with "a"', repoPath: other.root },
    },
  });
  for (const repoPath of [other.root, shop.root]) {
    const run = await h.operator("POST /runs", { body: { request: 'create b.txt with "y"', repoPath } });
    await endRun(h, run.id);
    await runDue(h);
  }
  const { ledger } = await h.operator("GET /automations/:id", { params: { id } });
  assert.equal(ledger.items.length, 1, JSON.stringify(ledger.items));
});

Deno.test("a repository is named by its path, also below the home and with a slash, or by whole names at its end", async () => {
  const filterOf = async (name: string) => {
    const trigger = await triggerOf(`when a run in ${name} fails`);
    return trigger?.kind === "event" ? trigger.filter : null;
  };
  const home = homeDirectory();
  assert.equal(await filterOf("~/shop"), `event.repoPath == ${JSON.stringify(`${home}/shop`)}`);
  assert.equal(await filterOf("/srv/shop/"), 'event.repoPath == "/srv/shop"');
  assert.equal(await filterOf("my/shop"), 'event.repoPath.endsWith("/my/shop")');
  assert.equal(await filterOf("shop/"), 'event.repoPath.endsWith("/shop")');
});
