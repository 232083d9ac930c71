import assert from "node:assert/strict";
import fc from "fast-check";
import { ExpressionError, loadExpressions } from "../../services/control/workflows/language/expression.ts";
import { harness } from "../harness.ts";
import { anyText } from "../kit/any_text.ts";

const parse = await loadExpressions();
const INPUTS = { key: "k", none: null, list: [1, 2], half: 1.5 };
const valueOf = (text: string, inputs: unknown = INPUTS) => parse(text).evaluate({ inputs });

/** What the language specification says of each, apart from what the library computes by itself. */
const VALUES: readonly (readonly [string, unknown])[] = [
  ["-9223372036854775808 == -9223372036854775807 - 1", true],
  ["9007199254740993 == 9007199254740992.0", false],
  ["9223372036854775807 < 9223372036854775808.0", true],
  ["double('NaN') == 1", false],
  ["'ÄB'.lowerAscii()", "Äb"],
  ["'äb'.upperAscii()", "äB"],
  ["'a\u{1F600}b'.indexOf('b')", 2],
  ["'\u{1F600}\u{1F600}a\u{1F600}'.indexOf('\u{1F600}', 2)", 3],
  ["'abc'.indexOf('z')", -1],
  ["'\u{1F600}a'.split('')", ["\u{1F600}", "a"]],
  ["'a,b,c'.split(',', 2)", ["a", "b,c"]],
  ["'a,b'.split(',', 0)", []],
  ["'\u0085\u00a0x\u202f'.trim()", "x"],
  ["'\ufeffx'.trim()", "\ufeffx"],
  ["double(' 1' == '1' ? '2' : '1e3')", 1000],
  ["int('-5') + int('+5')", 0],
  ["int(-9223372036854774784.0) == -9223372036854774784", true],
  ["{inputs.key: 1}", { k: 1 }],
  ["[6, 7, 8].exists_one(n, n % 5 == 2)", true],
];

/** What has no value, though the library has one. */
const NO_VALUE = [
  "int('')",
  "int('9223372036854775808')",
  "int(-9223372036854775809.0)",
  "int(-9223372036854775808.0)",
  "int(9223372036854775807.0)",
  "double('0x10')",
  "double('')",
  "9223372036854775808 > 1",
  "{inputs.key: 1, inputs.key: 2}",
  "[{inputs.key: 1, 'k': 2}]",
  "{inputs.none: 1}",
  "{inputs.list: 1}",
  "{inputs.half: 1}",
  "'abc'.indexOf('a', 4)",
  "'abc'.indexOf('a', -1)",
];

Deno.test("expressions have the values that the language says, each time they are evaluated", () => {
  for (const [text, value] of VALUES) {
    assert.deepEqual(valueOf(text), value, text);
    assert.deepEqual(valueOf(text), value, `${text}, again`);
  }
  for (const text of NO_VALUE) {
    assert.throws(() => valueOf(text), (cause) => cause instanceof ExpressionError, text);
  }
  assert.throws(() => parse("1u"), /no unsigned integers/);
  assert.throws(() => parse("1.lowerAscii()"), /int\.lowerAscii\(\)/, "named as it was written");
});

Deno.test("positions, parts and white space of any text are those of its characters", () => {
  const text = anyText({ maxLength: 30 }).filter((each) => each.isWellFormed());
  fc.assert(fc.property(text, text, (a, b) => {
    const inputs = { a, b, c: a + b };
    assert.equal(valueOf("inputs.c.indexOf(inputs.b, size(inputs.a)) == size(inputs.a)", inputs), true);
    assert.deepEqual(valueOf("inputs.a.split('')", inputs), [...a]);
    assert.equal(valueOf("inputs.a.split(inputs.b).join(inputs.b) == inputs.a", inputs), true);
    const trimmed = valueOf("inputs.a.trim()", inputs) as string;
    assert.ok(a.includes(trimmed) && !/^\p{White_Space}|\p{White_Space}$/u.test(trimmed));
  }));
});

Deno.test("through the door: a saved workflow fails at a key that is there twice, and says so", async () => {
  await using h = await harness();
  const source =
    "name: Twice\ninputs: {type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}\n" +
    'nodes:\n  - {id: n, kind: notify, with: {title: t, content: "${{ size({inputs.a: 1, inputs.b: 2}) }}"}}\n';
  const run = (a: string) => h.json("POST", "/workflow-test-runs/run", { source, inputs: { a, b: "x" } });
  const fine = (await run("y")).body;
  assert.equal(fine.status, "completed", JSON.stringify(fine.validation?.errors ?? fine.reason));
  const { body } = await run("x");
  assert.equal(body.status, "failed");
  assert.match(JSON.stringify(body), /key stands twice/);
});
