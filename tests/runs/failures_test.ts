import assert from "node:assert/strict";
import fc from "fast-check";
import { failuresOf } from "../../services/control/runs/failures.ts";

Deno.test("failuresOf names what each runner names, without times and places, and tells tests apart by their whole name", () => {
  for (
    const [line, names] of [
      ["FAILED tests/test_a.py::test_x[-equal length, no dot]", [
        "tests/test_a.py::test_x[-equal length, no dot]",
      ]],
      ["FAILED tests/test_a.py::test_x[a - b] - assert [1] == [2]", ["tests/test_a.py::test_x[a - b]"]],
      ["FAILED tests/test_a.py::test_x - assert [1] == [2]", ["tests/test_a.py::test_x"]],
      ["FAILED tests/test_a.py::test_wait[10s]\nFAILED tests/test_a.py::test_wait[5s]", [
        "tests/test_a.py::test_wait[10s]",
        "tests/test_a.py::test_wait[5s]",
      ]],
      ["ERROR tests/my tests/test_a.py - ModuleNotFoundError: x", ["tests/my tests/test_a.py"]],
      ["ERROR while reading [the file] of tests", []],
      ["FAILED (failures=1)", []],
      ["FAILED (failures=1, errors=2)", []],
      ["FAIL: test_x (tests.A.test_x)\nFAIL: test_x (tests.B.test_x) [a b] (i=3)", [
        "test_x (tests.A.test_x)",
        "test_x (tests.B.test_x) [a b] (i=3)",
      ]],
      ["ERROR: test_x (tests.A.test_x)", ["test_x (tests.A.test_x)"]],
      ["ERROR: could not open the file", []],
      ["test src/lib.rs - add (line 3) ... FAILED", ["src/lib.rs - add"]],
      ["test tests::adds ... FAILED", ["tests::adds"]],
      ["        FAIL [   0.003s] (2/9) my-crate::bin tests::adds", ["my-crate::bin tests::adds"]],
      ["    --- FAIL: TestX/a_b_c (0.01s)", ["TestX/a_b_c"]],
      ["  ✕ adds two numbers (5 ms)", ["adds two numbers"]],
      ["   × list > adds two numbers 12ms", ["list > adds two numbers"]],
      ["✖ adds two numbers (1.25ms)", ["adds two numbers"]],
      ["FAIL src/with space/a.test.js (5.2 s)", ["src/with space/a.test.js"]],
      ["src/a.ts(3,7): error TS2304: Cannot find name", ["src/a.ts: error TS2304: Cannot find name"]],
      ["adds two numbers ... FAILED (3ms)", ["adds two numbers"]],
      ["not ok 2 - adds two numbers", ["adds two numbers"]],
      ["✖ failing tests:\n✖ adds two numbers (1.2ms)", ["adds two numbers"]],
      ["  ● adds two numbers\n  ● Test suite failed to run\n  ● Console", ["adds two numbers"]],
      ["  ● list › is sorted", ["list › is sorted"]],
      [" FAIL  v/a.test.ts > list > is sorted\n FAIL  v/b.test.ts [ v/b.test.ts ]", [
        "v/a.test.ts > list > is sorted",
        "v/b.test.ts",
      ]],
      ["./add.go:4:9: undefined: b", ["./add.go: undefined: b"]],
      ["error[E0425]: cannot find value `b`\n --> src/lib.rs:1:2", ["error[E0425]: cannot find value `b`"]],
      [
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in org.x.SumTest\n" +
        "[ERROR] org.x.SumTest.adds -- Time elapsed: 0.01 s <<< FAILURE!\n" +
        "[ERROR] divides(int, int)[1]  Time elapsed: 0.002 s  <<< ERROR!\n" +
        "[ERROR]   SumTest.adds:12 expected: <3> but was: <-1>",
        ["org.x.SumTest.adds", "divides(int, int)[1]"],
      ],
      ["SumTest > adds two numbers FAILED\nSumTest > [1] 1, 2 FAILED", [
        "SumTest > adds two numbers",
        "SumTest > [1] 1, 2",
      ]],
    ] as const
  ) {
    assert.deepEqual(failuresOf(line), names, line);
  }
});

const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,11}$/);
/** What a parametrised test may be called: anything printable that is not the end of the name itself. */
const values = fc.string({ maxLength: 40 })
  .filter((text) => !text.includes("] - ") && !/\p{C}/u.test(text));
const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));

Deno.test("failuresOf gives back every name of a parametrised test, whatever its values and its message are", () => {
  const message = fc.option(fc.string({ maxLength: 40 }).filter((text) => !/\p{C}/u.test(text)));
  fc.assert(fc.property(word, word, values, message, (file, test, value, said) => {
    const name = `tests/test_${file}.py::test_${test}[${value}]`;
    const line = `FAILED ${name}${said === null ? "" : ` - ${said}`}`;
    // With a message, only the first "] - " can end the name.
    fc.pre(said !== null || !`${name} `.includes("] - "));
    assert.deepEqual(failuresOf(line), [name]);
  }));
});

Deno.test("failuresOf gives back names with spaces as each runner prints them", () => {
  const printed: readonly ((name: string) => string)[] = [
    (name) => `not ok 3 - ${name}`,
    (name) => `${name} ... FAILED (3ms)`,
    (name) => `  ✕ ${name} (3 ms)`,
    (name) => `   × ${name} 3ms`,
    (name) => `✖ ${name} (0.3ms)`,
    (name) => `FAIL [   0.003s] ${name}`,
    (name) => `FAIL: ${name}`,
    (name) => `test src/${name} (line 7) ... FAILED`,
  ];
  fc.assert(fc.property(sentence, fc.nat(printed.length - 1), (name, form) => {
    const expected = form === 7 ? `src/${name}` : name;
    assert.deepEqual(failuresOf(printed[form]!(name)), [expected]);
  }));
});

Deno.test("failuresOf takes time in proportion to its input, whatever is in the lines", () => {
  const pieces = fc.constantFrom(
    " ",
    "FAILED ",
    "ERROR ",
    "::",
    "[",
    "]",
    "] - ",
    " - ",
    "1",
    ":1",
    "(1,1",
    "✕ ",
    "FAIL ",
    "FAIL  ",
    "[ERROR] ",
    "Time elapsed: ",
    "<<< ",
    " > ",
    "./a.go:1:1: ",
    "a",
  );
  fc.assert(
    fc.property(pieces, pieces, pieces, (start, middle, end) => {
      const line = start + middle.repeat(200_000) + end;
      const startedAt = performance.now();
      failuresOf(line);
      assert.ok(performance.now() - startedAt < 500, `${start}${middle}…${end}`);
    }),
    { numRuns: 300 },
  );
});
