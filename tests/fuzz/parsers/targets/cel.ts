import assert from "node:assert/strict";
import {
  ExpressionError,
  loadExpressions,
} from "../../../../services/control/workflows/language/expression.ts";
import type { Random } from "../../../recovery/load/random.ts";
import { size, template, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const SCOPE = {
  inputs: { n: 3, f: 2.5, t: "text", l: [1, 2, 3], m: { a: { b: [true] } }, z: null },
  nodes: { a: { output: { ok: true, lines: ["x", "yy"] } } },
  trigger: { kind: "webhook", payload: { action: "opened" } },
  run: { id: "run_1" },
};

const SEEDS = [
  "inputs.n > 2 && nodes.a.output.ok",
  "inputs.l.map(x, x * 2).filter(x, x > 2).size() == 2",
  "inputs.t.startsWith('te') ? inputs.t + '!' : string(inputs.n)",
  "has(inputs.m.a) && inputs.m['a'].b[0] == true",
  "[1, 2.5, 'a', null, {'k': inputs.z}].exists(x, x == null)",
  "nodes.a.output.lines.all(l, l.matches('^[xy]+$')) || !(1 in inputs.l)",
  "int('12') % 5 - -3 <= double(inputs.f) / 2.0",
];

type Known = { text: string; value: boolean | number };

/** An expression with the value that JavaScript gives it. */
function expression(random: Random, kind: "boolean" | "number", depth = 0): Known {
  const pick = <Item>(...items: [Item, ...Item[]]) => random.pick(items);
  if (depth > 4 || random.next() < 0.2) {
    if (kind === "boolean") {
      return pick({ text: "true", value: true }, { text: "nodes.a.output.ok", value: true }, {
        text: "false",
        value: false,
      });
    }
    const value = random.between(0, 40);
    return pick({ text: String(value), value }, { text: "inputs.n", value: 3 }, {
      text: "inputs.l[1]",
      value: 2,
    });
  }
  const inner = (of: "boolean" | "number") => expression(random, of, depth + 1);
  if (kind === "number") {
    const [a, b] = [inner("number"), inner("number")];
    const c = inner("boolean");
    return pick(
      { text: `(${a.text} + ${b.text})`, value: Number(a.value) + Number(b.value) },
      { text: `(${a.text} - ${b.text})`, value: Number(a.value) - Number(b.value) },
      { text: `(${a.text} * ${b.text})`, value: Number(a.value) * Number(b.value) },
      { text: `(${c.text} ? ${a.text} : ${b.text})`, value: c.value ? a.value : b.value },
    );
  }
  const [a, b] = [inner("number"), inner("number")];
  const [c, d] = [inner("boolean"), inner("boolean")];
  return pick(
    { text: `${a.text} < ${b.text}`, value: a.value < b.value },
    { text: `${a.text} >= ${b.text}`, value: a.value >= b.value },
    { text: `${a.text} == ${b.text}`, value: a.value === b.value },
    { text: `(${c.text} && ${d.text})`, value: c.value && d.value },
    { text: `(${c.text} || ${d.text})`, value: c.value || d.value },
    { text: `!(${c.text})`, value: !c.value },
    { text: `[${a.text}, ${b.text}].exists(x, x == ${a.text})`, value: true },
  );
}

let parse: Awaited<ReturnType<typeof loadExpressions>> | null = null;

/** The expressions of workflows: each has a value or a sentence, the same each time, and that which JavaScript gives it. */
export const cel: Target = {
  name: "cel",
  seeds: async (random) => {
    parse = await loadExpressions();
    for (let n = 0; n < 200; n++) {
      const { text, value } = expression(random, "boolean");
      assert.equal(outcomeOf(text).value ?? value, value, text);
    }
    return SEEDS.map(utf8);
  },
  make: (random) => utf8(expression(random, "boolean").text),
  words: [
    "inputs.",
    "nodes.a",
    ".map(x, ",
    ".filter(x, ",
    ".all(x, ",
    ".exists_one(x, ",
    "size(",
    ".matches('(a+)+$')",
    "has(",
    " in ",
    " ? ",
    " : ",
    "&&",
    "||",
    "!",
    "-",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "'",
    '"',
    "\\u",
    "1e999",
    "u",
    "b'",
    "r'",
    "null",
    "duration('1s')",
    "timestamp('2026-01-01T00:00:00Z')",
    "string(",
    "int(",
    "double(",
    "9223372036854775807",
  ],
  check: (input) => {
    const text = new TextDecoder().decode(input);
    const [first, second] = [outcomeOf(text), outcomeOf(text)];
    assert.deepEqual(second, first, "the same expression has another value");
    if (first.fault !== undefined) return [`refused: ${template(first.fault)}`];
    const written = JSON.stringify(first.value) ?? "nothing";
    return [
      `${first.type} ${typeof first.value} ${size(written.length)} ${
        [...new Set(text.match(/\w+\(|[<>=!&|?%*+-]+/g))].sort().slice(0, 4).join(" ")
      }`,
    ];
  },
};

function outcomeOf(text: string): { fault?: string; type?: string; value?: unknown } {
  try {
    const { type, evaluate } = parse!(text);
    return { type, value: evaluate(SCOPE) };
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    assert.match(cause.message, /[.!?]$/, "the error of an expression is no sentence");
    return { fault: cause.message };
  }
}
