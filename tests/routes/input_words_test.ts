import assert from "node:assert/strict";
import { z } from "zod";
import { describeIssues } from "../../routes/issues.ts";
import { DATE_OR_TIME } from "../../services/planning/planner_settings/input_schemas.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { mutationsOf, schemaOf } from "./json_mutations.ts";

/** What the library for schemas says where nobody says it better. */
const LIBRARY =
  /\bInvalid (?:input|option|string|number|key|value|discriminator|URL|ISO|email|base64)|\bToo (?:small|big):|\bUnrecognized key|must match pattern/;

const refusal = (schema: z.ZodType, given: unknown): string | null => {
  const { error } = schema.safeParse(given);
  return error ? describeIssues(error, "body", { given, schema }) : null;
};

Deno.test("no refusal of an input, of any endpoint, has the words of the library", () => {
  const found: string[] = [];
  let count = 0;
  for (const { key, endpoint } of ENDPOINTS) {
    for (const schema of [endpoint.body, endpoint.query]) {
      if (!schema) continue;
      for (const { what, body } of mutationsOf(schemaOf(schema))) {
        const sentence = refusal(schema, body);
        if (sentence === null) continue;
        count++;
        if (LIBRARY.test(sentence)) found.push(`${key}: ${what}: ${sentence}`);
      }
    }
  }
  assert.deepEqual(found.slice(0, 20), []);
  assert.ok(count > 4_000, `${count} refusals`);
});

Deno.test("a value in a wrong format is refused with the value, and an example of a right one", () => {
  const refusals: [z.ZodType, RegExp][] = [
    [z.iso.datetime(), /: it must be a time such as 2026-03-02T09:00:00Z; got "x"\.$/],
    [z.iso.date(), /a date such as 2026-03-02; got "x"/],
    [z.iso.date(DATE_OR_TIME), /expected a date such as 2026-03-02, or a time/],
    [z.url(), /an address such as https:\/\/example\.org\/; got "x"/],
    [z.email(), /a mail address such as ann@example\.org; got "x"/],
    [z.base64(), /base64 such as aGVsbG8=; got "x"/],
    [z.uuid(), /a UUID such as /],
    [z.ulid(), /it must have the format ulid; got "x"/],
    [z.string().startsWith("/"), /it must start with "\/"; got "x"/],
    [z.string().endsWith("/"), /it must end with "\/"/],
    [z.string().includes("/"), /it must contain "\/"/],
    [z.string().regex(/^a$/), /it must match \/\^a\$\/; got "x"/],
    [z.enum(["a", "b"]), /expected one of "a", "b"; got "x"/],
    [z.string().refine(() => false), /it has none of the forms that are allowed/],
  ];
  for (const [schema, expected] of refusals) assert.match(refusal(schema, "x")!, expected);
  assert.match(refusal(z.strictObject({}), { a: 1 })!, /there is no field "a"/);
  assert.match(refusal(z.number().multipleOf(5), 3)!, /it must be a multiple of 5; got 3/);
  const named = z.record(z.string().regex(/^a$/, "a name is a"), z.string());
  assert.match(refusal(named, { b: "" })!, /one of its names is wrong: a name is a/);
});
