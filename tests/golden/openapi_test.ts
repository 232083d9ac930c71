import assert from "node:assert/strict";
import { rulesOf } from "../../services/ground/kernel/access.ts";
import { z } from "zod";
import { statusOf } from "../../routes/endpoint.ts";
import { describeApi } from "../../routes/describe.ts";
import { CONTRACTS } from "../kit/contracts.ts";
import { ENDPOINTS } from "../routes/endpoints.ts";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>;
  security?: unknown;
};

const document = describeApi(CONTRACTS).openapi() as {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
);

/** Every value of a document with the way to it. */
function* walk(value: unknown, path = "#"): Generator<{ path: string; value: unknown }> {
  yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${path}/${key}`);
}

Deno.test("OpenAPI: each declared endpoint is one operation, with its path's parameters", () => {
  const found = operations.map(({ path, method }) =>
    `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`
  );
  assert.deepEqual(found.sort(), ENDPOINTS.map(({ key }) => key).sort());
  for (const { path, method, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = operation.parameters.filter((parameter) => parameter.in === "path");
    assert.deepEqual(declared.map(({ name }) => name), named, `${method} ${path}`);
    assert.ok(declared.every(({ required }) => required), path);
    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    assert.equal(new Set(names).size, names.length, path);
  }
});

Deno.test("OpenAPI: every $ref resolves within the document, and every component is referred to", () => {
  const referred = new Set<string>();
  for (const { path, value } of walk(document)) {
    const { $ref } = (value ?? {}) as { $ref?: unknown };
    if (typeof $ref !== "string") continue;
    const name = /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1];
    assert.ok(name && document.components.schemas[name], `${$ref} at ${path}`);
    referred.add(name);
  }
  assert.deepEqual(Object.keys(document.components.schemas).filter((name) => !referred.has(name)), []);
});

Deno.test("OpenAPI: operation ids are unique identifiers", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  for (const id of ids) assert.match(id, /^[A-Za-z][A-Za-z0-9_]*[A-Za-z0-9]$/);
  assert.deepEqual(ids.filter((id, i) => ids.indexOf(id) !== i), []);
});

Deno.test("OpenAPI: each operation has its success, its errors, its body and its security", () => {
  for (const { key, path, method, endpoint } of ENDPOINTS) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]![method.toLowerCase()]!;
    const success = operation.responses[String(statusOf(endpoint))];
    assert.ok(success?.description, key);
    assert.equal(Object.keys(success.content).length, 1, key);
    const error = operation.responses.default?.content["application/json"]?.schema;
    assert.deepEqual(error, { $ref: "#/components/schemas/error" }, key);
    const takesBody = endpoint.body !== undefined || rulesOf(endpoint.access).body === "raw";
    assert.equal(operation.requestBody !== undefined, takesBody, key);
    assert.equal(operation.security === undefined, rulesOf(endpoint.access).token !== "needed", key);
    if (endpoint.output instanceof z.ZodType) assert.ok(success.content["application/json"]?.schema, key);
  }
});

Deno.test("OpenAPI: the document is plain JSON, and knows no keyword of another dialect", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
  assert.match(document.openapi, /^3\.1\./);
  for (const { path, value } of walk(document.components.schemas)) {
    if (typeof value !== "object" || value === null || /\/(?:properties|enum|const|default)$/.test(path)) {
      continue;
    }
    for (const keyword of ["$defs", "definitions", "nullable", "$schema"]) {
      assert.ok(!(keyword in value), `${keyword} at ${path}`);
    }
  }
});
