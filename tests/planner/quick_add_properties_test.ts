import assert from "node:assert/strict";
import fc from "fast-check";
import { readQuickAdd } from "../../services/planning/planner/tasks/quick_add.ts";
import { worked } from "../kit/worked.ts";

const NOW = new Date("2026-11-23T15:00:00Z");
const ZONES = ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"];
const read = (text: string, zone = "UTC") => readQuickAdd(text, NOW, zone);

/** Words that are no dates, many of which look like parts of one. */
const PLAIN = [
  "Install",
  "Python",
  "3.12",
  "1.2.3",
  "2-5",
  "3-4",
  "24/7",
  "money",
  "the",
  "year",
  "month",
  "budget",
  "for",
  "on",
  "of",
  "pages",
  "team",
  "16:9x",
  "v2",
  "#12",
  "$5",
  "2026.12.1",
  "a/b",
  "second",
  "daily",
  "nowhere",
  "sunny",
  "Monday's",
  "today's",
  "x2026-12-01",
  "2026-12-01x",
  "über",
  "日本",
  "🙂",
  "C#",
  "e-mail@",
  "1,000",
  "half",
]; // deno-fmt-ignore

Deno.test("a text without a date stays the title, to the letter", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.constantFrom(...PLAIN), { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
    async (text) => {
      const { fields, parsed } = await read(text);
      assert.deepEqual([fields, parsed], [{ title: text }, []]);
    },
  ), { numRuns: 300 });
});

const days = fc.date({
  min: new Date("1900-01-02"),
  max: new Date("2199-12-30"),
  noInvalidDate: true,
});
const places = fc.constantFrom(
  (date: string) => `Do it ${date}`,
  (date: string) => `${date} Do it`,
  (date: string) => `Do it on ${date}`,
  (date: string) => `Do ${date} it`,
);

Deno.test("an exact day or moment is due exactly then, wherever it stands and in any zone", async () => {
  await fc.assert(
    fc.asyncProperty(
      days,
      places,
      fc.constantFrom(...ZONES),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      async (moment, place, zone, offset) => {
        const at = `${moment.toISOString().slice(0, 19)}.000Z`;
        const day = at.slice(0, 10);
        const clock = [Math.abs(offset) / 60, Math.abs(offset) % 60]
          .map((each) => String(Math.floor(each)).padStart(2, "0")).join(":");
        const local = new Date(Date.parse(at) + offset * 60_000).toISOString().slice(0, 19);
        const moments = [at, at.replace(".000", ""), `${local}${offset < 0 ? "-" : "+"}${clock}`];
        const said = await read(place(day), zone);
        assert.deepEqual(said.fields, { title: "Do it", due: { date: day } });
        for (const each of moments) {
          const { fields } = await read(place(each), zone);
          assert.deepEqual(fields, { title: "Do it", due: { at, timeZone: zone } }, each);
        }
      },
    ),
    { numRuns: 200 },
  );
});

const PIECES = [
  ...PLAIN,
  "tomorrow",
  "at 15:00",
  "Friday",
  "every Monday",
  "2026-12-01",
  "#home",
  "!1",
  "30m",
  "@ann",
  "every 2 weeks",
  "1 December",
  "in 3 days",
  "10:00Z",
  "by",
  "due",
  ",",
  "every month on the 1st",
  "Mon-Fri 9:00",
]; // deno-fmt-ignore

const letters = (text: string): string => [...text.replaceAll(/[\s,;:–-]/g, "")].sort().join("");

Deno.test("the title and what was understood are together all of the words", async () => {
  let understood = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
      async (text) => {
        const result = await read(text).catch(() => null);
        if (result === null) return;
        const { fields: { title }, parsed } = result;
        const spans = new Map(parsed.map((each) => [each.start, each.text]));
        for (const { start, text: words } of parsed) {
          assert.equal(text.slice(start, start + words.length), words);
        }
        assert.equal(letters([title, ...spans.values()].join("")), letters(text));
        if (parsed.length > 0) understood++;
      },
    ),
    { numRuns: 500 },
  );
  assert.ok(understood > 50, `${understood} of the texts had something to understand`);
});

/** Of the processor: what takes longer for 100,000 characters is not linear. */
const MOST_MILLISECONDS = 50;

Deno.test("no text takes long to read", async () => {
  await read("Call tomorrow"); // loads what reads dates
  const repeated = [
    "a",
    "1",
    "1 ",
    "-",
    "1:",
    "12/",
    "2026-",
    "mon ",
    "at ",
    "every ",
    "#a ",
    "@",
    "in the ",
    "1h",
    "_",
    " ",
    "a ",
    "9:00 ",
    "by ",
  ];
  const slow: string[] = [];
  for (const piece of repeated) {
    const text = `Call ${piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000)} Ann`;
    const taken = await worked(() => read(text).catch(() => null), MOST_MILLISECONDS);
    if (taken > MOST_MILLISECONDS) slow.push(`"${piece}": ${Math.round(taken)} ms`);
  }
  assert.deepEqual(slow, []);
});
