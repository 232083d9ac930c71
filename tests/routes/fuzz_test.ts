import assert from "node:assert/strict";
import fc from "fast-check";
import { pathWith, WRITES } from "./endpoints.ts";
import { exampleOf, type JsonSchema, schemaOf } from "./json_mutations.ts";
import { type Ids, World } from "../runs/runs_world.ts";

const REQUESTS = 2500;

/** An answer that takes so many times as long as the usual one is asked for again, for a machine has its pauses. */
const FAR_TOO_LONG = 500;
const TRIES = 20;
/** So many answers do not say yet what is usual. */
const FEW = 100;

/** Text that has broken parsers before. */
const NASTY = fc.constantFrom(
  "",
  "\0",
  "\u202e",
  "💥".repeat(1000),
  "../../etc/passwd",
  "~",
  "~/",
  "/",
  "/dev/null",
  "a".repeat(50_000) + "!",
  "$(touch x)",
  "%s%n",
  "-1",
  "NaN",
  "__proto__",
  " ".repeat(1000),
  "constructor",
  "\\",
  '"',
  'create x with "',
  'replace /(a+)+$/ with "b" in **',
);
const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), NASTY, fc.string({ unit: "binary", maxLength: 50 }));

/** A body in which each field of the schema is right, random, or missing, beside fields that nobody knows. */
function bodyOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const right = Object.fromEntries(fields.map(([name, property]) => [
    name,
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(exampleOf(property)) },
      { weight: 2, arbitrary: json },
      { weight: 1, arbitrary: property.type === "object" ? bodyOf(property) : json },
    ),
  ]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(right, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(fc.record(right), fc.dictionary(fc.string(), json)).map(merge) },
    { weight: 1, arbitrary: json },
  );
}

const merge = ([known, unknown]: [object, object]) => ({ ...unknown, ...known });

const idsOf = (ids: Ids): string[] => [
  ...Object.values(ids.runs),
  ...Object.values(ids.approvals),
  ids.taskSession,
  "unknown",
  "%00",
];

Deno.test("no POST answers 5xx, breaks its error shape or takes long, whatever JSON it gets", async () => {
  await using world = await World.make();
  const { h, ids, repository } = world;
  const answers = { count: 0, milliseconds: 0 };
  // Deletion would take the material of the other requests away; the restore check starts a thread for each.
  const targets = WRITES.filter(({ key }) => !/restore-verification|delete$/.test(key)).map((target) => ({
    ...target,
    schema: target.endpoint.body ? schemaOf(target.endpoint.body) : {},
  }));
  const request = fc.constantFrom(...targets).chain((target) =>
    fc.record({
      target: fc.constant(target),
      id: fc.constantFrom(...idsOf(ids)),
      task: fc.constantFrom("task_1", "task_2", "nothing"),
      body: bodyOf(target.schema),
      key: fc.option(fc.constantFrom("key-1", "key-2", "key 3", "")),
    })
  );
  await fc.assert(
    fc.asyncProperty(request, async ({ target, id, task, body, key }) => {
      const real =
        body !== null && typeof body === "object" && (body as { repoPath?: unknown }).repoPath === "x"
          ? { ...body, repoPath: repository.root }
          : body;
      const path = pathWith(target.path.replace(":taskId", task), "ID").replace("ID", id);
      const headers = { "content-type": "application/json", ...(key !== null && { "idempotency-key": key }) };
      const init = { method: target.method, headers, body: JSON.stringify(real)! };
      const ask = async () => {
        const began = performance.now();
        const response = await h.send(path, init);
        return { response, text: await response.text(), took: performance.now() - began };
      };
      const { response, text, took } = await ask();
      const statuses = target.endpoint.access === "webhook" ? [401] : [200, 201, 400, 403, 404];
      assert.ok(statuses.includes(response.status), `${path} ${response.status} ${text}`);
      if (response.status >= 400) assert.equal(typeof JSON.parse(text).error, "string");
      const most = answers.count < FEW ? Infinity : FAR_TOO_LONG * answers.milliseconds / answers.count;
      let shortest = took;
      for (let i = 0; shortest > most && i < TRIES; i++) shortest = Math.min(shortest, (await ask()).took);
      assert.ok(shortest <= most, `${path} took ${shortest} ms; that is ${FAR_TOO_LONG} times the usual`);
      answers.count++;
      answers.milliseconds += took;
    }),
    { numRuns: REQUESTS },
  );
  await h.store.durable();
  assert.deepEqual(h.rebuildDifferences(), []);
});
