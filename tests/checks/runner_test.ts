import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { entriesOf, testFilesOf } from "../kit/entries.ts";
import { reachText, testsReachedBy } from "../kit/reach.ts";
import { temporaryDirectory } from "../temporary.ts";
import { ROOT, SOURCES } from "./sources.ts";

const ALL = SOURCES.map(({ path }) => path).filter((path) => /_test\.tsx?$/.test(path));
const LOADER = pathToFileURL(join(ROOT, "tests/kit/load_tests.ts")).href;
const reachedBy = (...changed: string[]) => testsReachedBy(changed).map(({ file }) => file);

Deno.test("the whole suite: each test file is run once, most of them in a few modules", () => {
  const directory = temporaryDirectory();
  try {
    const given = entriesOf(testFilesOf(join(ROOT, "tests"))!, directory, 3);
    const entries = given.filter((path) => path.startsWith(directory));
    const files = [
      ...given.filter((path) => !path.startsWith(directory)).map((path) => path.slice(ROOT.length + 1)),
      ...entries.flatMap((path) =>
        [...Deno.readTextFileSync(path).matchAll(/^ {2}"(.+)": \(\)/gm)].map(([, file]) => file!)
      ),
    ];
    assert.deepEqual(files.sort(), ALL.filter((path) => path.startsWith("tests/")));
    assert.ok(entries.length < 25, `${entries.length} modules`);
    assert.ok(given.length - entries.length < 50, `${given.length - entries.length} files are alone`);
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
    const files = ["one", "broken", "other", "greedy"].map((name) =>
      `"${name}": () => import("./${name}.ts")`
    );
    write("all_test.ts", `import { loadTests } from "${LOADER}"; await loadTests({ ${files.join(", ")} });`);
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
    assert.match(text, /4 passed \| 2 failed/);
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
