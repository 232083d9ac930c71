import { z } from "zod";
import { rulesOf } from "../services/ground/kernel/access.ts";
import { VERSION } from "../services/ground/kernel/version.ts";
import { type Contract, type Endpoint, statusOf } from "./endpoint.ts";
import { splitRouteKey } from "../store/shared/route_key.ts";
import { entriesOf } from "../store/shared/records.ts";

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of all contracts. Named schemas appear once, under `components`. */
export function openapi(contracts: Record<string, Contract>): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, unknown> = {};
  for (const [group, contract] of Object.entries(contracts)) {
    for (const [key, endpoint] of entriesOf(contract)) {
      const [method, path] = splitRouteKey(key);
      const item = paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {};
      item[method.toLowerCase()] = operation(group, key, endpoint, schemas);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "agent-harness",
      version: VERSION,
      description:
        "A local control plane for automation runs. Errors are { error } with 400, 401, 403, 404 or 500.",
    },
    paths,
    components: {
      schemas: {
        ...schemas,
        error: { type: "object", required: ["error"], properties: { error: { type: "string" } } },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(group: string, key: string, endpoint: Endpoint, schemas: Json): Json {
  const path = key.split(" ")[1]!;
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return {
    operationId: key.replace("*", "rest").replaceAll(/[^A-Za-z]+/g, "_").replace(/_$/, ""),
    summary: endpoint.summary,
    tags: [group],
    "x-access": endpoint.access,
    ...(rulesOf(endpoint.access).token !== "needed" ? {} : { security: [{ token: [] }] }),
    parameters: [
      ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...fields(endpoint.query, "query"),
      ...fields(endpoint.headers, "header"),
    ],
    ...(endpoint.body && {
      requestBody: {
        content: { "application/json": { schema: reference(endpoint.body, schemas, "input") } },
      },
    }),
    ...(rulesOf(endpoint.access).body === "raw" && {
      requestBody: { content: { "*/*": { schema: { type: "string", format: "binary" } } } },
    }),
    responses: {
      [statusOf(endpoint)]: { description: endpoint.summary, content: content(endpoint, schemas) },
      default: {
        description: "An error",
        content: { "application/json": { schema: { $ref: "#/components/schemas/error" } } },
      },
    },
  };
}

function content({ output }: Endpoint, schemas: Json): Json {
  if (output instanceof z.ZodType) {
    return { "application/json": { schema: reference(output, schemas, "output") } };
  }
  const type = {
    sse: "text/event-stream",
    html: "text/html",
    exposition: "text/plain",
    page: "text/html",
    fixed: "text/html",
    binary: "application/octet-stream",
    asset: "*/*",
  }[output.kind];
  return { [type]: { schema: { type: "string" } } };
}

function fields(schema: z.ZodType | undefined, place: "query" | "header"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" }) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: shape,
  }));
}

/** Returns the schema with every named part moved to `components` and replaced by a reference. */
function reference(schema: z.ZodType, schemas: Json, io: "input" | "output"): unknown {
  const { $defs = {}, $schema: _, ...body } = z.toJSONSchema(schema, { io }) as {
    $defs?: Json;
    $schema?: string;
  };
  for (const [name, definition] of Object.entries($defs)) schemas[name] ??= relink(definition);
  const id = schema.meta()?.id;
  if (id === undefined) return relink(body);
  schemas[id] ??= relink(body);
  return { $ref: `#/components/schemas/${id}` };
}

/** Points references to `components`, and drops the `id` keyword: OpenAPI names a schema by its key. */
function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => key !== "id" || typeof inner !== "string");
  return Object.fromEntries(entries.map(([key, inner]) => [
    key,
    key === "$ref" && typeof inner === "string"
      ? inner.replace("#/$defs/", "#/components/schemas/")
      : relink(inner),
  ]));
}
