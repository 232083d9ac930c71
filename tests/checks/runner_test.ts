import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { entriesOf, type Packing, testFilesOf } from "../kit/entries.ts";
import { reachText, testsReachedBy } from "../kit/reach.ts";
import { readRunOptions } from "../kit/run_options.ts";
import { keepTimes, keptTimes, repeatedText, timesText } from "../kit/times.ts";
import { temporaryDirectory } from "../temporary.ts";
import { SOURCES } from "./sources.ts";
import { ROOT } from "../kit/root.ts";

const ALL = SOURCES.map(({ path }) => path).filter((path) => /_test\.tsx?$/.test(path));
const LOADER = pathToFileURL(join(ROOT, "tests/kit/load_tests.ts")).href;
const reachedBy = (...changed: string[]) => testsReachedBy(changed).map(({ file }) => file);

/** The files of each module, in the order in which the modules run. */
function packed(files: readonly string[], packing: Partial<Packing> = {}): string[][] {
  const directory = temporaryDirectory();
  try {
    return entriesOf(files, { directory, jobs: 3, ...packing }).map((path) =>
      [...Deno.readTextFileSync(path).matchAll(/^ {2}"(.+)": \(\)/gm)].map(([, file]) => file!)
    );
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

Deno.test("the whole suite: each test file is run once, most of them in a few modules", () => {
  const modules = packed(testFilesOf(join(ROOT, "tests"))!);
  assert.deepEqual(modules.flat().sort(), ALL.filter((path) => path.startsWith("tests/")));
  assert.ok(modules.length < 40, `${modules.length} modules`);
});

Deno.test("a test that was run again after a failure is named; loading a file again is not", () => {
  const line = (test: string | null) =>
    `${JSON.stringify({ file: "tests/a_test.ts", test, wall: 1, processor: 1 })}\n`;
  assert.equal(repeatedText(line(null) + line(null) + line("one") + line("two")), "");
  assert.equal(
    repeatedText(line("one") + line("two") + line("two")),
    "Run again after a failure:\n  tests/a_test.ts: two\n",
  );
});

Deno.test("modules take as long as each other by what was recorded; the longest runs first", () => {
  const files = Array.from({ length: 100 }, (_, at) => `tests/some/${at}_test.ts`);
  const times = new Map(files.map((file, at) => [file, at === 50 ? 300 : 3]));
  const modules = packed(files, { times });
  const seconds = modules.map((some) => some.reduce((sum, file) => sum + times.get(file)!, 0));
  assert.deepEqual(modules[0], ["tests/some/50_test.ts"]);
  assert.deepEqual(seconds, seconds.toSorted((one, other) => other - one));
  for (const each of seconds.slice(1)) assert.ok(each >= 15 && each <= 42, `${seconds}`);
  const mixed = packed(files, { times, seed: 7 });
  assert.deepEqual(mixed.flat().sort(), modules.flat().sort());
  assert.notDeepEqual(mixed, modules);
  assert.deepEqual(mixed, packed(files, { times, seed: 7 }), "the seed gives the order");
});

Deno.test("options of a run: a seed is a number, and what is unknown is left to deno test", () => {
  const read = readRunOptions(["--", "--times", "--shuffle", "7", "tests/store", "--filter", "erase"]);
  assert.deepEqual(
    { ...read },
    {
      paths: ["tests/store"],
      since: null,
      isStrict: false,
      hasTimes: true,
      seed: 7,
      further: ["--filter", "erase"],
    },
  );
  assert.equal(readRunOptions(["--shuffle=9"]).seed, 9);
  assert.equal(readRunOptions(["--changed"]).since, "HEAD");
  assert.throws(() => readRunOptions(["--shuffle", "often"]), /whole number as its seed.*not "often"/);
});

Deno.test("the times of a run: files by what they took, kept for the next run beside those of other files", () => {
  const directory = temporaryDirectory();
  const path = join(directory, "kept.json");
  const line = (file: string, test: string | null, wall: number, processor: number) =>
    JSON.stringify({ file, test, wall, processor });
  const lines = [
    line("tests/one/a_test.ts", null, 1, 0.5),
    line("tests/one/a_test.ts", "works", 2, 1),
    line("tests/other/b_test.ts", "computes", 4, 4),
  ].join("\n");
  try {
    assert.deepEqual(keptTimes(path), new Map());
    keepTimes(line("tests/kept_test.ts", "x", 9, 9), path);
    keepTimes(lines, path);
    assert.deepEqual(
      keptTimes(path),
      new Map([["tests/kept_test.ts", 9], ["tests/one/a_test.ts", 3], ["tests/other/b_test.ts", 4]]),
    );
    Deno.writeTextFileSync(path, "{");
    assert.deepEqual(keptTimes(path), new Map(), "what was interrupted is as nothing");
    const text = timesText(lines);
    assert.match(text, /5\.5 s +7\.0 s {2}2 files\n +0\.5 s +1\.0 s {2}of it loading modules/);
    assert.match(text, /files\n.* {2}tests\/other\/b_test\.ts\n +1\.5 s +3\.0 s {2}tests\/one\/a_test\.ts/);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("several files in one module: the names of tests begin with their file; a fault of one leaves the others", () => {
  const directory = temporaryDirectory();
  const write = (name: string, text: string) => Deno.writeTextFileSync(join(directory, name), text);
  try {
    write("one.ts", `Deno.test("same", () => {}); Deno.test({ name: "as object", fn: () => {} });`);
    write("broken.ts", `throw new Error("cannot be loaded");`);
    write("greedy.ts", `Deno.test("greedy", () => { Deno.open = () => Promise.reject(new Error()); });`);
    write("other.ts", `Deno.test("same", { sanitizeOps: true }, () => {}); Deno.test(function named() {});`);
    write(
      "endless.ts",
      `Deno.test("endless", { sanitizeOps: false, sanitizeResources: false }, async () => {
      setInterval(() => {}, 10);
      await new Promise(() => {});
    });`,
    );
    const files = ["one", "broken", "other", "greedy", "endless"].map((name) =>
      `"${name}": () => import("./${name}.ts")`
    );
    write(
      "all_test.ts",
      `import { loadTests } from "${LOADER}"; await loadTests({ ${files.join(", ")} }, 2);`,
    );
    const { stdout } = new Deno.Command(Deno.execPath(), {
      args: ["test", "--no-check", "--no-config", "-A", "all_test.ts"],
      cwd: directory,
      env: { NO_COLOR: "1" },
    }).outputSync();
    const text = new TextDecoder().decode(stdout);
    for (const name of ["one: same", "one: as object", "other: same", "other: named"]) {
      assert.match(text, new RegExp(`^${name} \\.\\.\\. ok`, "m"));
    }
    assert.match(text, /^broken: its tests are loaded \.\.\. FAILED/m);
    assert.match(text, /cannot be loaded/);
    assert.match(text, /^greedy: greedy \.\.\. FAILED/m);
    assert.match(text, /leaves Deno\.open replaced/);
    assert.match(text, /^endless: endless \.\.\. FAILED/m);
    assert.match(text, /The test has not ended after 2 s/);
    assert.match(text, /4 passed \| 3 failed/);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("what a change reaches: importers at any distance, files named by their path, and nothing else", () => {
  assert.deepEqual(reachedBy(), []);
  assert.match(reachText([], [], "HEAD"), /Nothing has changed/);
  const planner = reachedBy("tests/planner/planner_world.ts");
  assert.ok(planner.includes("tests/planner/google_test.ts"));
  assert.ok(!planner.includes("tests/store/append_only_test.ts"));
  assert.ok(reachedBy("tests/recovery/faults/main.ts").includes("tests/recovery/boundary_kill_test.ts"));
  assert.ok(
    reachedBy("services/ground/kernel/errors.ts").includes("tests/cli/care_test.ts"),
    "through a process",
  );
  assert.ok(reachedBy("docs/cli.md").includes("tests/docs/generated_test.ts"));
  assert.deepEqual(reachedBy("deno.json"), ALL);
  assert.deepEqual(
    reachedBy("tests/planner/gone.ts").filter((file) => !/^tests.(checks|docs|golden|packaging)/.test(file)),
    [],
  );
  const [way] = testsReachedBy(["tests/planner/planner_world.ts"]);
  assert.match(reachText(["x"], [way!], "main"), /since main: x\nThey reach 1 test files:\n {2}1 through/);
});
