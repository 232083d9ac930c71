/**
 * Tries calendars of others: `deno run -A tests/planner/foreign_trial.ts DIRECTORY …`, such as the unpacked test suites of other
 * programs. Each file is read in the place of a good calendar, with that one's event in it. Nothing may hang or answer 5xx, and
 * the event stays. None of these files is kept here.
 */
import { type Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { calendar, event } from "./planner_world.ts";

const GOOD = event({ uid: "good-of-ours", start: "20260401T090000Z", title: "good of ours" });
const DOORS = ["/planner/artifacts?limit=1000", "/planner/conflicts", "/planner/search?q=good"];
/** Longer than the deadlines of a source together: what takes longer hangs. */
const MOST_MILLISECONDS = 15_000;

type Tally = Record<"files" | "items" | "unreadable" | "completed" | "partial" | "failed" | "other", number>;

const faults: string[] = [];
const tally: Tally = { files: 0, items: 0, unreadable: 0, completed: 0, partial: 0, failed: 0, other: 0 };
let slowest = { milliseconds: 0, file: "" };
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

function* calendarsIn(directory: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(directory)) {
    const path = `${directory}/${name}`;
    if (isDirectory) yield* calendarsIn(path);
    else if (isFile && /\.(?:ics|ical|ifb|icalendar)$/i.test(name)) yield path;
  }
}

/** The bytes with our event before their last line, where they end as a calendar does. */
function withGood(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder("latin1").decode(bytes);
  const end = text.lastIndexOf("END:VCALENDAR");
  if (end < 0) return bytes;
  const good = new TextEncoder().encode(`${GOOD}\r\n`);
  return new Uint8Array([...bytes.subarray(0, end), ...good, ...bytes.subarray(end)]);
}

async function tryOne(h: Harness, path: string, file: string): Promise<void> {
  const fault = (what: string) => {
    faults.push(`${file}: ${what}`);
    say(`FAULT ${faults.at(-1)}`);
  };
  Deno.writeTextFileSync(path, calendar([GOOD]));
  await h.operator("POST /planner/refresh", { body: { full: true } });
  Deno.writeFileSync(path, withGood(Deno.readFileSync(file)));
  const begin = performance.now();
  const { status, body } = await h.json("POST", "/planner/refresh", { full: true });
  const milliseconds = performance.now() - begin;
  if (milliseconds > slowest.milliseconds) slowest = { milliseconds, file };
  if (milliseconds > MOST_MILLISECONDS) fault(`took ${Math.round(milliseconds)} ms`);
  if (status !== 201) return fault(`the refresh answered ${status}`);
  const [run] = body;
  tally.files++;
  tally.items += run.counts.seen;
  tally.unreadable += run.counts.invalid;
  tally[run.status in tally ? run.status as keyof Tally : "other"]++;
  for (const door of DOORS) {
    const answer = await h.json("GET", door);
    if (answer.status >= 500) fault(`${door} answered ${answer.status}`);
    if (door !== DOORS[2]) continue;
    const isThere = answer.body.some(({ title }: { title: string }) => title === "good of ours");
    if (!isThere) fault(`our event is gone; the refresh was ${run.status}`);
  }
}

const files = Deno.args.flatMap((directory) => [...calendarsIn(directory)]);
await using h = await harness();
const path = `${temporaryDirectory()}/calendar.ics`;
Deno.writeTextFileSync(path, calendar([GOOD]));
await h.operator("POST /planner/settings", {
  body: { timeZone: "Europe/Berlin", sources: [{ id: "foreign", kind: "ics_file", path }] },
});
const sayTally = () => say(Object.entries(tally).map(([name, n]) => `${n} ${name}`).join(", "));
for (const [i, file] of files.entries()) {
  await tryOne(h, path, file);
  if (i % 200 === 199) sayTally();
}
sayTally();
say(`slowest: ${Math.round(slowest.milliseconds)} ms, ${slowest.file}`);
if (h.rebuildDifferences().length > 0) say("FAULT the log gives other tables again");
say(faults.length === 0 ? "No fault." : `${faults.length} faults.`);
Deno.exitCode = faults.length === 0 ? 0 : 1;
