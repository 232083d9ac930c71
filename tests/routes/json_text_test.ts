import assert from "node:assert/strict";
import fc from "fast-check";
import { inspectJson } from "../../routes/json_text.ts";
import { harness } from "../harness.ts";
import { leavesNoEvent } from "./sentence.ts";

/** A JSON value as a model: an object is the list of its members, which may repeat a key. */
type Model = null | number | string | Model[] | { members: [key: string, value: Model][] };

const NAMES = ["", "a", "b", "ab", "__proto__", "constructor", "1", '"', "\\", ":", "{", "é", "😀"];
const textOf = fc.oneof(fc.constantFrom(...NAMES), fc.string());

const { model } = fc.letrec<{ model: Model; members: Model }>((tie) => ({
  members: fc.array(fc.tuple(textOf, tie("model")), { maxLength: 6 }).map((members) => ({ members })),
  model: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, 0, -1.5e9),
    textOf,
    fc.array(tie("model"), { maxLength: 4 }),
    tie("members"),
  ),
}));

/** The JSON text of a model, with escapes and white space as `choose` decides. */
function write(value: Model, choose: () => number): string {
  const space = () => ["", " ", "\n\t"][choose() % 3]!;
  if (typeof value === "string") return writeString(value, choose);
  if (Array.isArray(value)) {
    return `[${value.map((one) => space() + write(one, choose)).join(",")}${space()}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = value.members.map(([key, inner]) =>
    `${space()}${writeString(key, choose)}${space()}:${space()}${write(inner, choose)}`
  );
  return `{${members.join(",")}${space()}}`;
}

const writeString = (text: string, choose: () => number): string =>
  choose() % 3 === 0
    ? `"${text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`
    : JSON.stringify(text);

/** The keys that stand twice in an object of the model. */
function repeated(value: Model): string[] {
  if (Array.isArray(value)) return value.flatMap(repeated);
  if (typeof value !== "object" || value === null) return [];
  const keys = value.members.map(([key]) => key);
  const own = keys.filter((key, at) => keys.indexOf(key) < at);
  return [...own, ...value.members.flatMap(([, inner]) => repeated(inner))];
}

function depthOf(value: Model): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Array.isArray(value) ? value : value.members.map(([, one]) => one);
  return 1 + Math.max(0, ...inner.map(depthOf));
}

Deno.test("inspectJson names a key that appears twice in an object, and only such a one, and tells the depth", () => {
  fc.assert(
    fc.property(model, fc.infiniteStream(fc.nat(8)), (value, choices) => {
      const text = write(value, () => choices.next().value);
      JSON.parse(text); // the model writes JSON
      const { depth, repeatedKey } = inspectJson(text, 64);
      const expected = repeated(value);
      assert.equal(depth, depthOf(value), text);
      if (expected.length === 0) assert.equal(repeatedKey, null, text);
      else assert.ok(repeatedKey !== null && expected.includes(repeatedKey), text);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("inspectJson ends for any text, JSON or not, and stops below the deepest level that is allowed", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'{}[]":,\\u0a 1')), (units) => {
      assert.ok(inspectJson(units.join(""), 3).depth <= 4);
    }),
    { numRuns: 1000 },
  );
  assert.equal(inspectJson("[".repeat(1_000_000), 64).depth, 65);
});

Deno.test("a body whose key appears twice is 400 with the key, however deep, where a parser alone takes the last one", async () => {
  await using h = await harness();
  const source = '{"kind":"user","id":"one","\\u0069d":"two"}';
  assert.deepEqual(JSON.parse(source), { kind: "user", id: "two" }); // the control
  const body = `{"type":"fact","scope":"global","content":"x","source":${source}}`;
  await leavesNoEvent(h, "POST /memory", async () => {
    const headers = { "content-type": "application/json" };
    const response = await h.send("/memory", { method: "POST", headers, body });
    assert.equal(response.status, 400);
    assert.match((await response.json()).error, /repeats the key "id"/);
  });
});
