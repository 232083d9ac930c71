import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { z } from "zod";
import { constantFields, reasons, reportOf } from "./check.ts";
import constants from "./constant_fields.json" with { type: "json" };
import { declared } from "./declared.ts";
import scenarios from "./enum_values.json" with { type: "json" };
import { enumName } from "./shape.ts";
import { Statistics } from "./statistics.ts";

const part = z.object({ kind: z.enum(["a", "b"]), at: z.string().nullable() }).meta({ id: "fieldsTestPart" });
const schema = z.object({
  fixed: z.literal(1),
  name: z.string(),
  note: z.string().nullable(),
  parts: z.array(part),
  by: z.record(z.string(), z.number()),
  last: part.optional(),
});

Deno.test("the statistics tell a field with two values from one with none, and name parts by their schema", () => {
  const { fields, enums } = declared([["GET /x", schema]]);
  assert.deepEqual([...fields].sort(), [
    "GET /x.by",
    "GET /x.by[]",
    "GET /x.last",
    "GET /x.name",
    "GET /x.note",
    "GET /x.parts",
    "fieldsTestPart.at",
    "fieldsTestPart.kind",
  ]);
  assert.deepEqual([...enums.keys()], ["a|b"]);
  const statistics = new Statistics();
  const answer = { fixed: 1, name: "n", note: null, parts: [], by: {} };
  statistics.add(schema, answer, "GET /x");
  statistics.add(schema, { ...answer, name: "m", parts: [{ kind: "a", at: null }] }, "GET /x");
  statistics.add(schema, { ...answer, last: { kind: "b", at: "" }, by: { one: 1 } }, "GET /x");
  const alive = [...statistics.fields].filter(([, values]) => values.size > 1).map(([field]) => field).sort();
  assert.deepEqual(alive, ["GET /x.by", "GET /x.last", "GET /x.name", "GET /x.parts", "fieldsTestPart.kind"]);
  assert.deepEqual([...statistics.enums.get("a|b")!], ["a", "b"]);
});

Deno.test("every value of an enumeration in the API's answers names the test that produces it, or the domain that will", () => {
  const known = scenarios as Record<string, Record<string, string>>;
  const { enums } = declared();
  for (const [name, { values, of }] of enums) {
    for (const value of values) {
      const scenario = known[name]?.[value];
      assert.ok(scenario, `enum_values.json says nothing of "${value}" of ${of} (${name})`);
      if (scenario.startsWith("tests/")) assert.ok(existsSync(scenario), `there is no ${scenario}`);
      else assert.match(scenario, /^\w+: \S.*/, `"${value}" of ${of} names its domain and why`);
    }
  }
  for (const [name, values] of Object.entries(known)) {
    const { values: there = [] } = enums.get(name) ?? {};
    assert.equal(enumName(Object.keys(values)), enumName(there), `"${name}" is no enumeration of the API`);
  }
});

Deno.test("every field that is allowed to be constant is a field of the API, with the reason", () => {
  const { fields } = declared();
  const listed = Object.values(constants as Record<string, string[]>).flat();
  assert.equal(new Set(listed).size, listed.length, "each has one reason");
  for (const [field, reason] of Object.entries(reasons())) {
    assert.ok(fields.has(field), `${field} is no field of the API: take it out of constant_fields.json`);
    assert.ok(reason.length > 10, `${field} needs a reason`);
  }
});

Deno.test("a whole run fails for a new constant field, and names an entry that can go; values of both are its controls", () => {
  const nothing = { file: "tests/a_test.ts", fields: {}, enums: {} };
  const { fields } = declared();
  assert.equal(constantFields([nothing]).length, fields.size, "who saw nothing knows of no second value");
  const all = Object.fromEntries([...fields].map((field) => [field, ["1", "2"]]));
  const seen = { ...nothing, fields: all };
  assert.deepEqual(constantFields([seen]), []);
  const [stale] = Object.keys(reasons());
  const whole = reportOf([seen]);
  assert.ok(whole.notes.some((note) => note.startsWith(`${stale} has more than one value now`)));
  assert.ok(whole.faults.every((fault) => fault.startsWith("No test produces")), "no enumeration was seen");
  const one = { ...nothing, fields: { ...all, "healthSchema.version": ["1"] } };
  assert.ok(Object.hasOwn(reasons(), "healthSchema.version"), "it is constant, and allowed to be");
  const other = Object.keys(all).find((field) => !Object.hasOwn(reasons(), field))!;
  const two = { ...nothing, fields: { ...all, [other]: ["1"] } };
  assert.ok(reportOf([two]).faults.some((fault) => fault.startsWith(`${other} was never`)));
  assert.deepEqual(constantFields([one]), ["healthSchema.version"]);
  const spread = [one, { ...nothing, fields: { "healthSchema.version": ["2"] } }];
  assert.deepEqual(constantFields(spread), [], "two files together have seen two values");
});
