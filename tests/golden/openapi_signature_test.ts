import assert from "node:assert/strict";
import { describeApi } from "../../routes/describe.ts";
import { CONTRACTS } from "../kit/contracts.ts";
import { openapiSignature } from "./openapi_signature.ts";
import type { Json } from "./schema_lines.ts";

type Document = Json & {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json; securitySchemes?: Json };
};

const whole = describeApi(CONTRACTS).openapi() as Document;

const signed = (document: Json): string => JSON.stringify([...openapiSignature(document)]);

const operationAlone = (path: string, method: string, operation: Json): Document => ({
  paths: { [path]: { [method]: operation } },
  components: { schemas: {} },
});

/**
 * Every way to change one thing in a value: it is changed while the generator stands at it, and as before afterwards. What has
 * the same place and neighbours as something before it is left out: the document has thousands of such fields.
 */
function* changes(value: unknown, place: string, seen: Set<string>): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Json;
  const isNamed = Array.isArray(value) || /\/(?:properties|paths|schemas)$/.test(place);
  const neighbours = isNamed ? "" : Object.keys(holder).sort().join();
  for (const [key, inner] of Object.entries(holder)) {
    const here = `${place}/${isNamed ? "*" : key}`;
    const others = Array.isArray(value) ? othersOf(inner) : [...othersOf(inner), REMOVED];
    for (const [what, other] of others) {
      const change = `${what} at ${here} beside ${neighbours}`;
      if (seen.has(change)) continue;
      seen.add(change);
      const before = { ...holder };
      if (what === REMOVED[0]) delete holder[key];
      else holder[key] = other;
      yield `${change}, ${key}`;
      if (!Array.isArray(value)) { for (const each of Object.keys(holder)) delete holder[each]; }
      Object.assign(holder, before);
    }
    yield* changes(inner, here, seen);
  }
}

const REMOVED: [string, unknown] = ["nothing", undefined];

function othersOf(value: unknown): [string, unknown][] {
  if (typeof value === "string") return [["another text", `${value}x`]];
  if (typeof value === "number") return [["another number", value + 1], ["no number", String(value)]];
  if (typeof value === "boolean") return [["the opposite", !value]];
  if (Array.isArray(value)) {
    return [
      ["one more", [...value, "one-more"]],
      ...value.map((_, i): [string, unknown] => ["without an element", value.toSpliced(i, 1)]),
    ];
  }
  return [["one more key", { ...value as Json, more: "more" }]];
}

/** The changes of one part of a document that its signature does not show. */
function unseen(document: Json, part: unknown, seen: Set<string>): string[] {
  const before = signed(document);
  const found: string[] = [];
  for (const change of changes(part, "", seen)) if (signed(document) === before) found.push(change);
  assert.equal(signed(document), before, "each change was taken back");
  return found;
}

Deno.test("openapiSignature() shows every change of an operation", () => {
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(structuredClone(whole.paths))) {
    for (const [method, operation] of Object.entries(item)) {
      assert.deepEqual(
        unseen(operationAlone(path, method, operation), operation, seen),
        [],
        `${method} ${path}`,
      );
    }
  }
  for (const what of ["/summary", "/parameters/*/required", "/responses/200", "/x-access", "/security"]) {
    assert.ok([...seen].some((change) => change.includes(` at ${what} `)), what);
  }
});

Deno.test("openapiSignature() shows every change of a schema", () => {
  const seen = new Set<string>();
  for (const [name, schema] of Object.entries(structuredClone(whole.components.schemas))) {
    assert.deepEqual(
      unseen({ paths: {}, components: { schemas: { [name]: schema } } }, schema, seen),
      [],
      name,
    );
  }
  const field = "/properties/*";
  for (
    const what of [
      "type",
      "enum",
      "description",
      "minimum",
      "maxLength",
      "pattern",
      "default",
      "items",
      "$ref",
    ]
  ) {
    assert.ok([...seen].some((change) => change.includes(` at ${field}/${what} `)), what);
  }
  assert.ok(seen.size > 1000);
});

Deno.test("openapiSignature() shows every change of the head, and each operation and schema that comes or goes", () => {
  const { paths, components: { schemas, ...components }, ...head } = structuredClone(whole);
  const small = { ...head, paths: {}, components: { ...components, schemas: {} } };
  for (const part of [head.info, components.securitySchemes]) {
    assert.deepEqual(unseen(small, part, new Set()), []);
  }
  assert.notEqual(signed({ ...small, openapi: "3.1.1" }), signed(small));
  const before = signed(whole);
  const [path] = Object.keys(paths);
  const { [path!]: __, ...fewer } = paths;
  assert.notEqual(signed({ ...whole, paths: fewer }), before);
  const [name] = Object.keys(schemas);
  const { [name!]: _, ...left } = schemas;
  assert.notEqual(signed({ ...whole, components: { ...components, schemas: left } }), before);
});

Deno.test("openapiSignature() shows every change of what no contract has yet", () => {
  const schema = {
    type: "object",
    properties: { "a.b": { type: "integer" }, c: { type: ["null", "string"] } },
  };
  const rare = {
    tags: ["one", "two"],
    "x-access": "operator",
    operationId: "own",
    security: [],
    deprecated: true,
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, deprecated: true }],
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: 1 }, "text/plain": {} },
    },
    responses: {
      "200": { description: "", headers: { etag: { schema: { type: "string" } } }, content: {} },
      "204": { description: "Nothing" },
      default: {
        description: "Another error",
        content: { "text/plain": { schema: { not: { type: "null" } } } },
      },
    },
  };
  assert.deepEqual(unseen(operationAlone("/x/{id}", "get", rare), rare, new Set()), []);
  const choice = {
    anyOf: [schema, {
      oneOf: [schema, { type: "array", items: { ...schema, additionalProperties: { type: "number" } } }],
    }],
    required: ["c"],
    minProperties: 1,
    if: { properties: { c: { const: 1 } } },
  };
  assert.deepEqual(unseen({ paths: {}, components: { schemas: { choice } } }, choice, new Set()), []);
});
