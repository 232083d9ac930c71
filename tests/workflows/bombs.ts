import assert from "node:assert/strict";
import { ExpressionError, loadExpressions } from "../../services/control/workflows/language/expression.ts";
import { readSchema } from "../../services/control/workflows/language/json_schema.ts";
import { validateSource } from "../../services/control/workflows/language/validate.ts";

const TEXT = "a".repeat(60_000);
const LIST = Array.from({ length: 1_000 }, (_, at) => at);
const parse = await loadExpressions();
await validateSource("name: warm\nnodes: []\n"); // loads the parser, which is no bomb

const evaluate = (text: string, inputs: unknown) => () => {
  try {
    parse(text).evaluate({ inputs });
  } catch (cause) {
    assert.ok(cause instanceof ExpressionError, String(cause));
  }
};
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join("");

const EXPRESSIONS: Readonly<Record<string, [string, unknown]>> = {
  "matches": ['inputs.t.matches("(a+)+$")', { t: `${TEXT}b` }],
  "three comprehensions": ["inputs.l.map(x, inputs.l.map(y, inputs.l.map(z, x + y + z)))", { l: LIST }],
  "two comprehensions": ["inputs.l.exists(x, inputs.l.exists(y, x == y + 5000))", { l: LIST }],
  "a comprehension over a long list": ["inputs.l.filter(x, x > 1)", {
    l: Array.from({ length: 100_000 }, () => 1),
  }],
  "a comprehension over long texts": [
    `inputs.l.map(x, (${times(40, "inputs.t + ")}inputs.t).contains("b"))`,
    { l: LIST, t: TEXT },
  ],
  "a split of a long text": ['inputs.t.split("a").map(x, inputs.t)', { t: TEXT }],
  "a join of long texts": ['inputs.l.map(x, inputs.t).join(",")', { l: LIST, t: TEXT }],
  "chained maps": [`[[1,1,1,1]]${times(29, ".map(x,x+x)")}`, {}],
  "chained maps of one text": [`['a']${times(29, ".map(x,x+x)")}`, {}],
  "chained maps that share": [`[1]${times(29, ".map(x,[x,x])")}`, {}],
  "a comparison of what is shared": [
    `[1]${times(14, ".map(x,[x,x])")} == [1]${times(14, ".map(x,[x,x])")}`,
    {},
  ],
  "a sum of long lists": [times(60, "inputs.l + ") + "inputs.l", {
    l: Array.from({ length: 100_000 }, () => 1),
  }],
  "a search in each of long lists": ["inputs.l.filter(x, x in inputs.l)", {
    l: Array.from({ length: 10_000 }, (_, at) => at),
  }],
  "bind": [`cel.bind(a, inputs.t + inputs.t, ${times(40, "cel.bind(a, a + a, ")}a${times(40, ")")})`, {
    t: TEXT,
  }],
  "deep brackets": [`${times(900, "(")}1${times(900, ")")}`, {}],
  "deep lists": [`${times(900, "[")}1${times(900, "]")}`, {}],
  "deep maps": [`${times(300, "{'a':")}1${times(300, "}")}`, {}],
  "deep nots": [`${times(1_900, "!")}true`, {}],
  "deep minus": [`${times(1_900, "-")}1`, {}],
  "a long sum": [`1${times(900, "+1")}`, {}],
  "a long or": [`true${times(300, "||true")}`, {}],
  "a long ternary": [`${times(300, "true?1:")}1`, {}],
  "a long chain of names": [`inputs${times(600, ".a")}`, {}],
  "a long chain of indices": [`inputs${times(450, "[0]")}`, {}],
  "too many characters": [`"${TEXT}"`, {}],
  "a chain of calls": [`inputs.t${times(200, ".trim()")}`, { t: TEXT }],
  "sums of texts": [`(${times(60, "inputs.t + ")}inputs.t).size() > 0`, { t: TEXT }],
  "many contains": [times(30, "inputs.t.contains('ab') || ") + "false", { t: TEXT }],
  "a huge number": ["9223372036854775807 + 1", {}],
  "a huge power": [times(30, "9223372036854775807 * ") + "2", {}],
  "a division by zero": ["1 / 0", {}],
  "an open text": [`"${times(1_500, "a")}`, {}],
  "escapes": [`"${times(400, "\\n")}"`, {}],
  "a prototype": ['inputs.__proto__.constructor.constructor("return 1")', { a: 1 }],
  "a macro without a list": ["inputs.map(x, x)", { a: 1 }],
  "unknown functions": [times(80, "foo(") + times(80, ")"), {}],
};

const SOURCES: Readonly<Record<string, string>> = {
  "aliases": `a: &a [x,x,x,x,x,x,x,x,x]\n${
    Array.from({ length: 20 }, (_, at) =>
      `${String.fromCharCode(98 + at)}: &${String.fromCharCode(98 + at)} [${
        times(9, `*${String.fromCharCode(97 + at)},`)
      }]`).join("\n")
  }`,
  "merge keys": `a: &a {b: 1}\nc: {<<: *a}\n`,
  "deep flow lists": times(20_000, "["),
  "deep flow maps": times(20_000, "{a: "),
  "deep dashes": times(20_000, "- "),
  "deep questions": times(20_000, "? "),
  "deep indentation": Array.from({ length: 600 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
  "a long plain text": `name: ${times(100_000, "a ")}`,
  "a long quoted text": `name: "${times(100_000, "\\")}`,
  "colons": times(20_000, ": "),
  "many documents": times(20_000, "---\n"),
  "duplicate keys": times(3_000, "a: 1\n"),
  "tags": times(3_000, "- !!x y\n"),
  "too large": times(300_000, "#"),
  "binary": `name: !!binary ${times(10_000, "A")}`,
};

const SCHEMAS: Readonly<Record<string, [Record<string, unknown>, unknown]>> = {
  "pattern": [{ type: "string", pattern: "^(a+)+$" }, `${"a".repeat(40)}b`],
  "patternProperties": [{ patternProperties: { "^(a+)+$": {} } }, { [`${"a".repeat(40)}b`]: 1 }],
  "a property called pattern": [{ type: "object", properties: { pattern: { type: "string" } } }, {
    pattern: "x",
  }],
  "a reference to itself": [{ $ref: "#" }, {}],
  "a reference round a corner": [{
    $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    $ref: "#/$defs/a",
  }, {}],
  "doubling references": [
    {
      $defs: Object.fromEntries(
        Array.from(
          { length: 30 },
          (_, at) => [`d${at}`, { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] }],
        ),
      ),
      $ref: "#/$defs/d0",
    },
    {},
  ],
  "deep schemas": [
    Array.from({ length: 2_000 }).reduce<Record<string, unknown>>((inner) => ({ items: inner }), {}),
    [],
  ],
  "many alternatives": [{ anyOf: Array.from({ length: 5_000 }, (_, at) => ({ const: at })) }, -1],
  "alternatives for many items": [{
    items: { anyOf: Array.from({ length: 300 }, (_, at) => ({ type: "object", required: [`a${at}`] })) },
  }, Array.from({ length: 20_000 }, () => ({}))],
  "unique items": [{ type: "array", uniqueItems: true }, LIST],
  "a remote reference": [{ $ref: "http://127.0.0.1/schema" }, {}],
  "if": [{ if: {}, then: {} }, {}],
  "dynamic references": [{ $dynamicRef: "#a" }, {}],
  "a large enum": [{ enum: Array.from({ length: 20_000 }, (_, at) => `e${at}`) }, "x"],
  "a large value": [{ type: "array", items: { type: "integer" } }, Array.from({ length: 400_000 }, () => 1)],
};

/** Every bomb by its name: expressions, texts that are no workflow, and schemas. */
export const BOMBS: readonly [string, () => unknown][] = [
  ...Object.entries(EXPRESSIONS).map(([name, [text, inputs]]) =>
    [`expression: ${name}`, evaluate(text, inputs)] as [string, () => unknown]
  ),
  ...Object.entries(SOURCES).map(([name, text]) =>
    [`source: ${name}`, async () => {
      assert.equal((await validateSource(text)).definition, null, name);
    }] as [string, () => unknown]
  ),
  ...Object.entries(SCHEMAS).map(([name, [schema, value]]) =>
    [`schema: ${name}`, () => {
      const read = readSchema(schema);
      if (!("fault" in read)) read.check(value);
    }] as [string, () => unknown]
  ),
];
