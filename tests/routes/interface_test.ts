import assert from "node:assert/strict";
import { z } from "zod";
import { ACCESS_OF_CODE, codeOf, EXTRAS, INTERFACE, keyOf, returnedSchema } from "../checks/interface.ts";
import { harness } from "../harness.ts";
import { ENDPOINTS, pathWith } from "./endpoints.ts";
import { schemaOf } from "./json_mutations.ts";

const declared = new Map(ENDPOINTS.map((each) => [each.key, each.endpoint]));

Deno.test("every declared endpoint has the access that its row of the interface says", () => {
  const rows = INTERFACE.filter((row) => declared.has(keyOf(row)));
  assert.equal(rows.length + Object.keys(EXTRAS).length, declared.size);
  for (const row of rows) {
    assert.equal(declared.get(keyOf(row))?.access, ACCESS_OF_CODE[row.access], keyOf(row));
  }
});

Deno.test("every declared endpoint of the interface answers the schema that its row names", () => {
  for (const row of INTERFACE) {
    const endpoint = declared.get(keyOf(row));
    const named = returnedSchema(row);
    if (!endpoint || !named) continue;
    const output = endpoint.output;
    const schema = named.list && output instanceof z.ZodArray ? output.element : output;
    const id = schema instanceof z.ZodType ? schema.meta()?.id : undefined;
    assert.deepEqual({ id, list: output instanceof z.ZodArray }, named, keyOf(row));
  }
});

Deno.test("every declared endpoint is in the interface, or is one of the extras", () => {
  const known = new Set([...INTERFACE.map(keyOf), ...Object.keys(EXTRAS)]);
  assert.deepEqual([...declared.keys()].filter((key) => !known.has(key)), []);
  for (const [key, code] of Object.entries(EXTRAS)) {
    assert.equal(declared.get(key)?.access, ACCESS_OF_CODE[code], key);
  }
});

Deno.test("every declared endpoint has a summary and its own command, and only 201 for what makes an id", () => {
  const commands = new Map<string, string>();
  for (const [key, { summary, cli, creates }] of declared) {
    assert.match(summary, /^[A-Z].*[^.]$/, key);
    assert.match(cli, /^[a-z-]+(?: [a-z-]+)*$/, key);
    assert.equal(commands.get(cli), undefined, `${key} and ${commands.get(cli)} are both "${cli}"`);
    commands.set(cli, key);
    const makesAnId = INTERFACE.some((row) => keyOf(row) === key && /status 201/.test(row.notes));
    if (makesAnId) assert.ok(creates, key);
  }
});

Deno.test("GET /agent-client/contract classifies every endpoint as the interface's codes say", async () => {
  await using h = await harness();
  const contract = await h.agent("GET /agent-client/contract");
  const classOf: Record<string, string> = {
    "P": "public",
    "O": "operator-only",
    "O, AR": "agent-readable",
    "O, AS": "agent-steering",
    "H": "human-only",
    "I": "operator-only",
    "W": "webhook",
    "P in local-public mode, else token": "operator-only",
    "same": "operator-only",
  };
  assert.deepEqual(
    contract.operations.map(({ id, classification }) => [id, classification]).sort(),
    [...declared.keys()].map((key) => [key, classOf[codeOf(key)!]]).sort(),
  );
  const known = contract.operationClassifications.map(({ id }) => id);
  for (const word of ["agent-readable", "agent-steering", "human-only", "operator-only", "blocked"]) {
    assert.ok(known.includes(word), word);
  }
  for (const { operation } of contract.recommendedHeadlessFlow) assert.ok(declared.has(operation), operation);
});

Deno.test("the agent contract names the interface's blocked classes", async () => {
  await using h = await harness();
  const { blockedCapabilityClasses } = await h.agent("GET /agent-client/contract");
  const words = blockedCapabilityClasses.map(({ id, label, description }) =>
    `${id} ${label} ${description}`.toLowerCase()
  ).join("\n");
  for (const word of ["purchase", "trade", "tax", "network", "device", "extension"]) {
    assert.ok(words.includes(word), word);
  }
});

Deno.test("every list of the interface takes a limit of 1 to 1,000, 100 by default", async () => {
  await using h = await harness();
  const rows = new Set(INTERFACE.map(keyOf));
  const limited = ENDPOINTS.filter(({ key, endpoint }) =>
    rows.has(key) && endpoint.query && "limit" in (schemaOf(endpoint.query).properties ?? {})
  );
  assert.ok(limited.length > 20);
  for (const { key, method, path, endpoint } of limited) {
    const takes = async (limit: number) => {
      const { status, body } = await h.json(method, `${pathWith(path)}?query=a&limit=${limit}`);
      return !(status === 400 && /field "limit"/.test(body.error));
    };
    assert.deepEqual([await takes(1), await takes(1000), await takes(1001)], [true, true, false], key);
    assert.equal(schemaOf(endpoint.query!).properties!.limit!.default, 100, key);
  }
});

Deno.test("POST /research/source-search takes a limit of 1 to 1,000, 100 by default", async () => {
  await using h = await harness();
  const status = async (limit: number) =>
    (await h.json("POST", "/research/source-search", { query: "a", limit })).status;
  assert.deepEqual([await status(1000), await status(1001), await status(0)], [200, 400, 400]);
});
