/**
 * Runs all tests and checks all types, or runs what its arguments name, as `deno task test` does. The directories of tests
 * lie in memory where this machine has room: tests make and remove some hundred thousand small files, on a disk the better
 * part of their system time.
 */
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENDPOINT_VARIABLE, lendChromium } from "./browser/lend_chromium.ts";
import { findChromium, findHeadless } from "./browser/find_chromium.ts";
import { unpackChromium } from "./browser/npm_chromium.ts";
import { FIELDS_VARIABLE } from "./fields/variable.ts";
import { changedSince, reachText, testsReachedBy } from "./kit/reach.ts";
import { denoDirectory } from "./kit/deno_directory.ts";
import { entriesOf, testFilesOf } from "./kit/entries.ts";
import { HOLDS_VARIABLE, holdsText } from "./kit/holds.ts";
import { readRunOptions, type RunOptions } from "./kit/run_options.ts";
import { SKIPPED_VARIABLE, skippedText } from "./kit/skip.ts";
import { TEST_HEAP } from "./kit/test_heap.ts";
import {
  keepTimes,
  keptTimes,
  repeatedText,
  startTimes,
  takenText,
  TIMES_VARIABLE,
  timesText,
} from "./kit/times.ts";
import { bundlePrograms } from "./programs.ts";

const CONFIG = fileURLToPath(new URL("../deno.json", import.meta.url));
const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
/** More than the whole suite ever holds at once. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** A new directory in memory; null where there is none that has room and lets programs be executed. */
function directoryInMemory(): string | null {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    if (type !== TMPFS || bavail * bsize < NEEDED_BYTES) return null;
    // A short name: the path of a socket may have no more than 107 bytes.
    const directory = Deno.makeTempDirSync({ dir: MEMORY, prefix: "ah-" });
    Deno.chmodSync(directory, 0o711); // some tests run a command as another user
    if (executes(directory)) return directory;
    Deno.removeSync(directory, { recursive: true });
  } catch {
    // There is none, or it is not ours to write in.
  }
  return null;
}

/** Containers often mount it so that nothing in it can be executed, and tests make programs of their own. */
function executes(directory: string): boolean {
  const program = join(directory, "program");
  Deno.writeTextFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  try {
    return new Deno.Command(program).outputSync().success;
  } catch {
    return false;
  } finally {
    Deno.removeSync(program);
  }
}

const say = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));
const options = readOptions();
const { paths, since, isStrict, hasTimes, seed, further } = options;
const reached = since === null ? null : reachedSince(since);

function readOptions(): RunOptions {
  try {
    return readRunOptions(Deno.args);
  } catch (error) {
    say(`${(error as Error).message}\n`);
    Deno.exit(2);
  }
}

/** Says what a change reaches. */
function reachedSince(revision: string): string[] {
  const changed = changedSince(revision);
  const tests = testsReachedBy(changed);
  say(reachText(changed, tests, revision));
  return tests.map(({ file }) => file);
}

const whole = paths.length === 0 && further.length === 0 && reached === null;
const named = reached ?? (paths.length === 0 ? ["tests"] : paths).flatMap((each) => testFilesOf(each) ?? []);
const taken = startTimes();
const inMemory = Deno.env.has("TMPDIR") ? null : directoryInMemory();
const directory = inMemory ?? Deno.makeTempDirSync({ prefix: "ah-" });
// Whoever interrupts reaches the tests as well; this process stays to clear up after them.
Deno.addSignalListener("SIGINT", () => {});
// One more than there are processors: while one waits for a process of its own, another works.
const jobs = hasTimes ? "1" : Deno.env.get("DENO_JOBS") ?? String(navigator.hardwareConcurrency + 1);
const deno = (args: string[], env: Record<string, string> = {}) =>
  new Deno.Command(Deno.execPath(), { args, env }).spawn().status;
// All types are checked beside the tests instead of before them: that takes one processor and leaves the others idle.
const checking = whole || reached ? deno(["check", "--quiet", "."]) : null;
if (named.some((path) => /browser|packaging/.test(path)) && findHeadless() === null) {
  say("No headless browser is installed. Unpacking the one from npm …\n");
  const reason = await unpackChromium();
  if (reason !== null) say(`${reason}\n`);
}
const skipped = join(directory, "skipped");
Deno.writeTextFileSync(skipped, "");
const recorded = join(directory, "times");
Deno.writeTextFileSync(recorded, "");
const fields = join(directory, "fields");
Deno.mkdirSync(fields);
const env = {
  DENO_JOBS: jobs,
  // Programs that tests start have homes of their own, and share the packages of this one.
  DENO_DIR: await denoDirectory(),
  TMPDIR: directory,
  XDG_STATE_HOME: join(directory, "state"),
  [SKIPPED_VARIABLE]: skipped,
  [TIMES_VARIABLE]: recorded,
  ...(whole && { [FIELDS_VARIABLE]: fields }),
  ...((whole || hasTimes) && await bundlePrograms()),
};
const executable = findChromium();
const lent = executable !== null && named.some((file) => file.startsWith("tests/browser/"))
  ? await lendChromium(executable)
  : null;
const entries = join(directory, "entries");
Deno.mkdirSync(entries);
const files = entriesOf(named, {
  directory: entries,
  jobs: Number(jobs),
  times: keptTimes(),
  ...(seed !== null && { seed }),
});
const args = [
  "test",
  "-A",
  TEST_HEAP,
  "--parallel",
  "--config",
  CONFIG,
  ...(whole && !isStrict ? ["--retry", "1"] : []),
  ...(whole || reached || hasTimes ? ["--no-check"] : []),
  ...(seed === null ? [] : [`--shuffle=${seed}`]),
  ...further,
  ...files,
];
if (hasTimes) await checking; // nothing else is measured beside
// A change that reaches no test is none to `deno test`, which would run what it finds.
const tested = reached?.length === 0
  ? { success: true, code: 0 }
  : await deno(args, { ...env, ...(lent && { [ENDPOINT_VARIABLE]: lent.endpoint }) });
const browserTaken = startTimes();
await lent?.[Symbol.asyncDispose]();
const browser = browserTaken().processor; // counted once it has ended
// Only a whole run that went well, and skipped nothing, has seen every scenario.
const complete = whole && tested.success && Deno.readTextFileSync(skipped) === "";
const told = complete ? await deno(["run", "-A", "tests/fields/report.ts", fields]) : null;
const checked = await checking;
if (checked?.success === false) {
  say("The tests ran, and the types above are wrong.\n");
}
if (whole) {
  say("Left out: real agents (deno task test:agents) and PostgreSQL (deno task test:queue).\n");
}
say(skippedText(Deno.readTextFileSync(skipped)));
const holds = Deno.env.get(HOLDS_VARIABLE);
if (holds !== undefined) say(holdsText(existsSync(holds) ? Deno.readTextFileSync(holds) : ""));
const times = Deno.readTextFileSync(recorded);
if (further.length === 0) keepTimes(times); // a filter leaves a part of a file
if (hasTimes) {
  say(`${timesText(times)}\nThe Chromium of all tests took ${browser.toFixed(1)} s of processor time.\n`);
}
say(repeatedText(times));
say(`The run took ${takenText(taken())}.\n`);
Deno.removeSync(directory, { recursive: true });
const fieldsCode = isStrict ? told?.code : 0;
Deno.exit(tested.code || fieldsCode || (checked?.code ?? 0));
