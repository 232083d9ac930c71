/**
 * What test files take. Each run records it, so that the next one can put files together that take equally long; with one job at a
 * time, the processor time of a file is known, too, as its process does nothing else.
 */
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "./root.ts";

/** Names the file to which the loader of tests appends what each test took. */
export const TIMES_VARIABLE = "AGENT_HARNESS_TEST_TIMES";

/** Where the seconds of all test files are kept from one run to the next. */
export const KEPT_TIMES: string = join(ROOT, ".cache", "test_times.json");

/** Linux counts in hundredths of a second. */
const TICK_SECONDS = 0.01;
const TOLD_FILES = 40;
const TOLD_TESTS = 25;

/** Seconds by the clock, and of the processor: of this process with its threads and its children that have ended. */
export type Times = { wall: number; processor: number };

/** What one test took; `test` is null for loading its file. */
type Recorded = Times & { file: string; test: string | null };

/** Returns a function that returns what was taken since. */
export function startTimes(): () => Times {
  const [wall, processor] = [performance.now(), processorSeconds()];
  return () => ({ wall: (performance.now() - wall) / 1000, processor: processorSeconds() - processor });
}

/** Processor time of this process in seconds; outside of Linux without that of its children. */
function processorSeconds(): number {
  if (Deno.build.os !== "linux") {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const stat = Deno.readTextFileSync("/proc/self/stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) * TICK_SECONDS;
}

/** Appends what a test took, where a run of tests asks for it. */
export function recordTimes(file: string, test: string | null, times: Times): void {
  const path = Deno.env.get(TIMES_VARIABLE);
  if (path === undefined) return;
  const line: Recorded = { file, test, ...times };
  Deno.writeTextFileSync(path, `${JSON.stringify(line)}\n`, { append: true });
}

const recordedIn = (lines: string): Recorded[] =>
  lines.split("\n").filter((line) => line !== "").map((line): Recorded => JSON.parse(line));

const byFile = (recorded: readonly Recorded[]): Map<string, Times> => {
  const files = new Map<string, Times>();
  for (const { file, wall, processor } of recorded) {
    const before = files.get(file) ?? { wall: 0, processor: 0 };
    files.set(file, { wall: before.wall + wall, processor: before.processor + processor });
  }
  return files;
};

/** Returns the seconds of test files as earlier runs have kept them; empty without any. */
export function keptTimes(path: string = KEPT_TIMES): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(Deno.readTextFileSync(path)) as Record<string, number>));
  } catch {
    return new Map(); // the first run, or one that was interrupted while it wrote
  }
}

/** Keeps what a run recorded of its files, for the next one. */
export function keepTimes(lines: string, path: string = KEPT_TIMES): void {
  const kept = keptTimes(path);
  for (const [file, { wall }] of byFile(recordedIn(lines))) kept.set(file, Math.round(wall * 100) / 100);
  Deno.mkdirSync(join(path, ".."), { recursive: true });
  Deno.writeTextFileSync(path, `${JSON.stringify(Object.fromEntries([...kept].sort()), null, 1)}\n`);
}

/** Returns what a run recorded, as lines for people: the files and tests that took the most processor time. */
export function timesText(lines: string): string {
  const recorded = recordedIn(lines);
  const files = byFile(recorded);
  const sum = (each: Iterable<Times>): Times =>
    [...each].reduce((one, other) => ({
      wall: one.wall + other.wall,
      processor: one.processor + other.processor,
    }), { wall: 0, processor: 0 });
  const first = (most: readonly (Times & { name: string })[], count: number) =>
    most.toSorted((one, other) => other.processor - one.processor).slice(0, count)
      .map((each) => `${seconds(each)}  ${each.name}\n`).join("");
  const domains = Map.groupBy(files, ([file]) => file.split("/")[1]!);
  const total = sum(files.values());
  const load = sum(recorded.filter(({ test }) => test === null));
  return `\nprocessor      wall\n${seconds(total)}  ${files.size} files\n` +
    `${seconds(load)}  of it loading modules\n\nby directory\n` +
    first(
      [...domains].map(([name, some]) => ({ name, ...sum(some.map(([, times]) => times)) })),
      domains.size,
    ) +
    `\nfiles\n${first([...files].map(([name, times]) => ({ name, ...times })), TOLD_FILES)}` +
    `\ntests\n${
      first(
        recorded.filter(({ test }) => test !== null)
          .map(({ file, test, ...times }) => ({ name: `${file}: ${test}`, ...times })),
        TOLD_TESTS,
      )
    }`;
}

const seconds = ({ processor, wall }: Times): string =>
  [processor, wall].map((each) => `${each.toFixed(1)} s`.padStart(9)).join(" ");

/** Returns the tests that were run again, because they failed at first, a line each; empty without any. */
export function repeatedText(lines: string): string {
  const names = Map.groupBy(recordedIn(lines), ({ file, test }) => `${file}: ${test}`);
  const again = [...names].filter(([, each]) => each.length > 1 && each[0]!.test !== null);
  return again.length === 0
    ? ""
    : `Run again after a failure:\n${again.map(([name]) => `  ${name}\n`).join("")}`;
}

/** Returns what a whole run took, for people. */
export const takenText = ({ wall, processor }: Times): string =>
  `${minutes(wall)}, and ${minutes(processor)} of processor time`;

const minutes = (taken: number): string =>
  taken < 60 ? `${taken.toFixed(1)} s` : `${Math.floor(taken / 60)} min ${Math.round(taken % 60)} s`;
