import assert from "node:assert/strict";
import { EvaluationBudget } from "../../services/control/workflows/language/budget.ts";
import { ExpressionError, loadExpressions } from "../../services/control/workflows/language/expression.ts";
import { harness } from "../harness.ts";

const parse = await loadExpressions();
const valueOf = (text: string, inputs: unknown = {}) => parse(text).evaluate({ inputs });

Deno.test("whether a number of JSON is whole does not decide whether an expression has a value", () => {
  for (const p of [10, 10.5, -3, 0, 0.25]) {
    assert.equal(valueOf("inputs.p + 0.5", { p }), p + 0.5);
    assert.equal(valueOf("0.5 - inputs.p", { p }), 0.5 - p);
    assert.equal(valueOf("inputs.p * 1.5", { p }), p * 1.5);
    assert.equal(valueOf("inputs.p / 4.0", { p }), p / 4);
    assert.equal(valueOf("inputs.p * 2 == 21.0", { p }), p * 2 === 21);
    assert.equal(valueOf("inputs.p < 10.25 || inputs.p >= 10.5", { p }), p < 10.25 || p >= 10.5);
  }
  assert.equal(valueOf("inputs.p / 4", { p: 10 }), 2);
  assert.equal(valueOf("inputs.l[inputs.p % 2]", { p: 3, l: ["a", "b"] }), "b");
  assert.equal(parse("1 + 0.5").type, "double");
});

Deno.test("an integer of more than 64 bits has no value, and what is no map or text is refused before it runs", () => {
  for (const text of ["int(1e99)", "-(-9223372036854775807 - 1)", "9223372036854775807 + 1"]) {
    assert.throws(() => valueOf(text), (cause) => cause instanceof ExpressionError, text);
  }
  for (const text of ["{'a': 1, 'a': 2}", "{1: 1, 1: 2}", "{null: 1}", "b'a' == b'b'", "size(b'a')"]) {
    assert.throws(() => parse(text), (cause) => cause instanceof ExpressionError, text);
  }
  assert.deepEqual(valueOf("{'a': {'a': 1}, 'b': {'a': 2}}"), { a: { a: 1 }, b: { a: 2 } });
});

Deno.test("chained list functions end at their budget, alone and together with others", () => {
  const doubled = (times: number) => `[[1, 1]]${".map(x, x + x)".repeat(times)}`;
  assert.equal((valueOf(doubled(10)) as unknown[][])[0]!.length, 2048);
  assert.throws(() => valueOf(doubled(29)), /too long in total/);
  const all = new EvaluationBudget(1_000);
  const evaluate = () => parse("inputs.l.map(x, x + 1)").evaluate({ inputs: { l: [1, 2, 3] } }, all);
  assert.throws(() => {
    for (let times = 0; times < 1_000; times++) evaluate();
  }, /too long in total/);
});

Deno.test("a dry run of sixty long lists and doubling macros ends in time, and uses little memory", async () => {
  await using h = await harness();
  const list = Array.from({ length: 100 }, (_, at) => at);
  const nodes = Array.from({ length: 60 }, (_, at) => ({
    id: `n${at}`,
    kind: "notify",
    with: { title: "t", content: `\${{ [inputs.l${at}]${".map(x, x + x)".repeat(25)} }}` },
  }));
  const inputs = Object.fromEntries(nodes.map((_, at) => [`l${at}`, list]));
  const properties = Object.fromEntries(Object.keys(inputs).map((key) => [key, { type: "array" }]));
  const source = JSON.stringify({ name: "Sixty", inputs: { type: "object", properties }, nodes });
  const before = Deno.memoryUsage().rss;
  const { body } = await h.json("POST", "/workflow-test-runs/run", { source, inputs });
  assert.equal(body.status, "failed", JSON.stringify(body).slice(0, 300));
  assert.match(body.reason, /too long in total/);
  assert.ok(Deno.memoryUsage().rss - before < 5e8);
});
