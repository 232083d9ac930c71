import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";

/** Monday, 23 November 2026, 16:00 in Berlin. */
const NOW = new Date("2026-11-23T15:00:00Z");

async function open(): Promise<Harness> {
  const h = await harness({ now: () => NOW });
  await h.operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin" } });
  return h;
}

const add = (h: Harness, quickAdd: string) => h.operator("POST /planner/tasks", { body: { quickAdd } });

/** The title, the date or the time in UTC, and the rule of what was added. */
async function readAs(h: Harness, words: string): Promise<string[]> {
  const { title, due, rrule } = await add(h, words);
  const when = due === null ? "-" : "date" in due ? due.date : due.at.slice(0, 16);
  return rrule === null ? [title, when] : [title, when, rrule];
}

async function refusal(h: Harness, quickAdd: string): Promise<string> {
  const { status, body } = await h.json("POST", "/planner/tasks", { quickAdd });
  assert.equal(status, 400, quickAdd);
  return body.error;
}

Deno.test("quick add takes what is written exactly as exactly that", async () => {
  await using h = await open();
  const cases: [string, string, string][] = [
    ["Migrate the database 2026-12-01", "Migrate the database", "2026-12-01"],
    ["2026-02-11 Migrate", "Migrate", "2026-02-11"],
    ["Fix 2012/8/10", "Fix", "2012-08-10"],
    ["Mtg 2026-12-01T10:00Z", "Mtg", "2026-12-01T10:00"],
    ["Mtg 2026-12-01T10:00:00.000+05:30", "Mtg", "2026-12-01T04:30"],
    ["Mtg 2026-12-01 10:00 UTC", "Mtg", "2026-12-01T10:00"],
    ["Mtg 2026-12-01 10:00", "Mtg", "2026-12-01T09:00"],
    ["Mtg on 2026-12-01 at 10am", "Mtg", "2026-12-01T09:00"],
    ["Mtg 2026-10-25T01:30Z", "Mtg", "2026-10-25T01:30"],
    ["Call tomorrow at 15:00 UTC", "Call", "2026-11-24T15:00"],
    ["Call at 10:00Z", "Call", "2026-11-24T10:00"],
    ["Call at 15:00+01:00 on Friday", "Call", "2026-11-27T14:00"],
    ["Pay 24/12", "Pay", "2026-12-24"],
    ["Pay 24.12.2026", "Pay", "2026-12-24"],
    ["Pay 12/24/2026", "Pay", "2026-12-24"],
    ["Pay 5/5/2027", "Pay", "2027-05-05"],
  ];
  for (const [words, ...read] of cases) {
    assert.deepEqual(await readAs(h, words), read, words);
  }
});

Deno.test("the title is what is left, with its spaces, without brackets around nothing", async () => {
  await using h = await open();
  const cases: [string, string, string][] = [
    ["Call Ann tomorrow !high", "Call Ann !high", "2026-11-24"],
    ["Edit tomorrow .env of the shop", "Edit .env of the shop", "2026-11-24"],
    ["Buy milk, tomorrow, and eggs", "Buy milk, and eggs", "2026-11-24"],
    ["Call Ann tomorrow!", "Call Ann!", "2026-11-24"],
    ["Email Bob (tomorrow) about rent", "Email Bob about rent", "2026-11-24"],
    ["Email Bob [on Friday]", "Email Bob", "2026-11-27"],
    ["Fix foo() tomorrow", "Fix foo()", "2026-11-24"],
  ];
  for (const [words, ...read] of cases) assert.deepEqual(await readAs(h, words), read, words);
});

Deno.test("a day before its month may have a full stop, and must exist", async () => {
  await using h = await open();
  const cases: [string, string, string][] = [
    ["Tax 15. April", "Tax", "2027-04-15"],
    ["Tax on 1. Dec at 9:00", "Tax", "2026-12-01T08:00"],
  ];
  for (const [words, ...read] of cases) assert.deepEqual(await readAs(h, words), read, words);
  for (const day of ["31 Feb", "31. April", "30th of February", "June 31st"]) {
    assert.equal(
      await refusal(h, `Party on ${day}`),
      `"${day}" is not a day of the calendar. Write one that exists.`,
    );
  }
});

Deno.test("quick add leaves what is no date in the title", async () => {
  await using h = await open();
  const titles = [
    "Install Python 3.12",
    "Upgrade python to 3.11",
    "Cut release 1.2",
    "Bump 1.2.3 to 2.0.0",
    "Bump to 2026.12.1",
    "Read pages 2-5",
    "Find a 3-4 person team",
    "Do I have the money",
    "Budget for the year",
    "Offer 24/7 support",
    "Open file-2026-12-01.txt",
    "Read https://example.org/2026/12/01/post",
    "Fix issue #123",
    "Look at 8 files",
    "Buy sun cream",
    "Sat nav repair",
    "The cat sat here",
    "Call April",
    "March for science",
    "I may call Jan",
    "Plan June 2027",
    "Fix today's bug",
    "Write up yesterday",
    "Review last week",
    "Wait 30 minutes",
    "Plan next year budget",
    "Write next month's report",
    "Plan the march to the sea",
    "Read the March report",
    "Drive by May's house",
    "Book by Maya",
    "Write this year's report",
    "Look for 30 minor faults",
    "Score 25:75",
    "Do it now",
    "Give me a second",
    "Write the daily report",
    "Check what everyday life costs",
    "Pay $12.50 to Ann",
    "Keep  two  spaces",
  ];
  for (const title of titles) {
    const task = await add(h, title);
    assert.deepEqual([task.title, task.due, task.rrule, task.estimateMinutes, task.parsed], [
      title,
      null,
      null,
      null,
      [],
    ], title);
  }
});

Deno.test("quick add reads days and times in words, today included", async () => {
  await using h = await open();
  const cases: [string, string, string][] = [
    ["Call on 23 November", "Call", "2026-11-23"],
    ["Call on 22 November", "Call", "2027-11-22"],
    ["Call Monday", "Call", "2026-11-23"],
    ["Call Monday 9:00", "Call", "2026-11-30T08:00"],
    ["Call Monday at 18:00", "Call", "2026-11-23T17:00"],
    ["Call next Monday", "Call", "2026-11-30"],
    ["Ring the bell at 17h", "Ring the bell", "2026-11-23T16:00"],
    ["Ring at 15h30", "Ring", "2026-11-24T14:30"],
    ["Ring by 17h tomorrow", "Ring", "2026-11-24T16:00"],
    ["tomorrow call Ann at 15:00", "call Ann", "2026-11-24T14:00"],
    ["Call Ann, tomorrow, please", "Call Ann, please", "2026-11-24"],
    ["Lunch with Bob on Sat", "Lunch with Bob", "2026-11-28"],
    ["Dinner at 8pm with Bob", "Dinner with Bob", "2026-11-23T19:00"],
    ["Write the report by end of month", "Write the report", "2026-11-30"],
    ["Prepare slides for Friday", "Prepare slides", "2026-11-27"],
    ["Call in 3 days", "Call", "2026-11-26"],
    ["Call in 2 hours", "Call", "2026-11-23T17:00"],
    ["Dentist December 1, 2027", "Dentist", "2027-12-01"],
    ["Meet at noon tomorrow", "Meet", "2026-11-24T11:00"],
  ];
  for (const [words, ...read] of cases) assert.deepEqual(await readAs(h, words), read, words);
  const { estimateMinutes, due } = await add(h, "Workshop tomorrow 14:00-15:30");
  assert.deepEqual([estimateMinutes, (due as { at: string }).at], [90, "2026-11-24T13:00:00.000Z"]);
});

Deno.test("quick add reads a month that comes as its first day, and the one that it is now as its last", async () => {
  await using h = await open();
  const cases: [string, string, string][] = [
    ["Pay the tax by March", "Pay the tax", "2027-03-01"],
    ["Pay the tax by november, with the form", "Pay the tax, with the form", "2026-11-30"],
    ["Renew before Sept 2028", "Renew", "2028-09-01"],
    ["Call Ann this month", "Call Ann", "2026-11-30"],
    ["Close the books this quarter", "Close the books", "2026-12-31"],
    ["Pay by March 3", "Pay", "2027-03-03"],
  ];
  for (const [words, ...read] of cases) assert.deepEqual(await readAs(h, words), read, words);
});

Deno.test("quick add reads the next month as its first day, as the next week is its Monday", async () => {
  await using h = await open();
  const cases: [string, string, string][] = [
    ["Renew the passport next month", "Renew the passport", "2026-12-01"],
    ["Next month, renew the passport", "renew the passport", "2026-12-01"],
    ["Plan the fair next quarter", "Plan the fair", "2027-01-01"],
    ["Visit Ann next year", "Visit Ann", "2027-01-01"],
    ["Pay by the end of next month", "Pay", "2026-12-31"],
  ];
  for (const [words, ...read] of cases) assert.deepEqual(await readAs(h, words), read, words);
  assert.match(await refusal(h, "Pay next month, tomorrow"), /are both dates/);
});

Deno.test("quick add reads how long a task is for", async () => {
  await using h = await open();
  const cases: [string, string, number][] = [
    ["Call Ann for 30 min", "Call Ann", 30],
    ["Call Ann for 30 minutes tomorrow", "Call Ann", 30],
    ["Sleep for 2 hours", "Sleep", 120],
    ["Walk for half an hour", "Walk", 30],
    ["Walk for about an hour, then read", "Walk, then read", 60],
    ["Read for 1.5 h", "Read", 90],
  ];
  for (const [words, title, minutes] of cases) {
    const task = await add(h, words);
    assert.deepEqual([task.title, task.estimateMinutes], [title, minutes], words);
  }
});

Deno.test("a time or a day that does not exist is refused, and not kept among the words", async () => {
  await using h = await open();
  for (const time of ["25:00", "24:00", "9:75", "100:00"]) {
    for (const words of [`Call by ${time}`, `Call tomorrow at ${time}`]) {
      const said = `"${time}" is not a time of day. Write one from 00:00 to 23:59.`;
      assert.equal(await refusal(h, words), said);
    }
  }
  for (const day of ["32 March", "45th of May", "2026-13-01", "2026-12-45"]) {
    const said = `"${day}" is not a day of the calendar. Write one that exists.`;
    assert.equal(await refusal(h, `Pay by ${day}`), said);
  }
});

Deno.test("quick add reads a repetition with its first day", async () => {
  await using h = await open();
  const cases: [string, string, string, string][] = [
    ["Pay rent every month on the 1st", "Pay rent", "2026-12-01", "FREQ=MONTHLY;BYMONTHDAY=1"],
    ["Rent on the 1st of every month", "Rent", "2026-12-01", "FREQ=MONTHLY;BYMONTHDAY=1"],
    ["Rent monthly on the 23rd", "Rent", "2026-11-23", "FREQ=MONTHLY;BYMONTHDAY=23"],
    ["Pay on the last day of every month", "Pay", "2026-11-30", "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["Board on the first Monday of every month", "Board", "2026-12-07", "FREQ=MONTHLY;BYDAY=1MO"],
    ["Standup Mon-Fri 9:00", "Standup", "2026-11-24T08:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["Standup every weekday at 18:00", "Standup", "2026-11-23T17:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["Gym every Friday", "Gym", "2026-11-27", "FREQ=WEEKLY;BYDAY=FR"],
    ["Gym every Tue and Thu at 7am", "Gym", "2026-11-24T06:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
    ["Gym every other Friday at 18:00", "Gym", "2026-11-27T17:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
    ["Water every 2 weeks on Sat", "Water", "2026-11-28", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA"],
    ["Water every 3 days", "Water", "2026-11-23", "FREQ=DAILY;INTERVAL=3"],
    ["Standup daily at 9:00", "Standup", "2026-11-24T08:00", "FREQ=DAILY"],
    ["Birthday every year on 24 December", "Birthday", "2026-12-24", "FREQ=YEARLY"],
    ["Pay every Friday from 2026-12-04", "Pay", "2026-12-04", "FREQ=WEEKLY;BYDAY=FR"],
  ];
  for (const [words, ...read] of cases) assert.deepEqual(await readAs(h, words), read, words);
});

Deno.test("quick add refuses to guess, and says which words", async () => {
  await using h = await open();
  const cases: [string, string][] = [
    ["Pay rent 1/2", "1/2"],
    ["Pay rent 03/04/2026", "03/04/2026"],
    ["Pay rent 3.4.2026", "3.4.2026"],
    ["Party 2026-02-30", "2026-02-30"],
    ["Call tomorrow and Friday", "tomorrow"],
    ["Trip Monday to Wednesday", "Monday to Wednesday"],
    ["Call at 3pm EST", "at 3pm EST"],
    ["Gym every 2nd Friday", "every 2nd Friday"],
    ["Gym every Friday 2026-12-01", "2026-12-01"],
    ["Tea every evening at 8", "every evening at 8"],
    ["tomorrow", "tomorrow"],
  ];
  for (const [words, named] of cases) {
    assert.ok((await refusal(h, words)).includes(`"${named}`) || named === "2026-12-01", words);
  }
  assert.equal((await h.operator("GET /planner/tasks", {})).length, 0);
});

Deno.test("quick add says for people what it understood, in the planner's time zone", async () => {
  await using h = await open();
  const { parsed } = await add(h, "Call Ann tomorrow at 15:00 every day #home !1 30m @bob");
  assert.deepEqual(parsed!.map(({ text, as }) => [text, as]), [
    ["tomorrow at 15:00", "due on Tuesday, 24 November 2026 at 15:00 (Europe/Berlin)"],
    ["every day", "repeats every day"],
    ["#home", "tag home"],
    ["!1", "priority 1"],
    ["30m", "takes 30 min"],
    ["@bob", "with bob"],
  ]);
});
