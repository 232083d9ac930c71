import { z } from "zod";
import type { Contract, Endpoint } from "../../routes/endpoint.ts";
import { rulesOf } from "../../services/ground/kernel/access.ts";
import { entriesOf } from "../../store/shared/records.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";
import { ApiError, fillPath } from "../../client/client.ts";
import type { Calling, ObjectSchema, Tool } from "./tool.ts";

/** A tool of one operation of the service. */
type EndpointTool = Tool & { key: string };

/** The classes of operations that an agent may use, from its contract. */
const OFFERED: ReadonlySet<string> = new Set(["agent-readable", "agent-steering"]);

/** Returns a tool for each operation that the agent token may read or steer with, and no others. */
export const endpointTools = (contracts: readonly Contract[]): EndpointTool[] =>
  contracts.flatMap((contract) =>
    (entriesOf(contract))
      .filter(([, { access }]) => OFFERED.has(rulesOf(access).classification))
      .map(([key, endpoint]) => toolOf(key, endpoint))
  );

function toolOf(key: string, endpoint: Endpoint): EndpointTool {
  const path = [...key.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const query = objectSchema(endpoint.query);
  const body = objectSchema(endpoint.body);
  const parts = [
    { properties: Object.fromEntries(path.map((name) => [name, { type: "string" }])), required: path },
    query,
    body,
  ];
  const names = parts.flatMap(({ properties }) => Object.keys(properties));
  if (new Set(names).size < names.length) throw new Error(`${key} has two inputs with the same name`);
  return {
    name: endpoint.cli.replaceAll(" ", "_"),
    key,
    description: endpoint.summary,
    readOnly: rulesOf(endpoint.access).classification === "agent-readable",
    inputSchema: {
      type: "object",
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required = [] }) => required),
      $defs: { ...query.$defs, ...body.$defs },
    },
    answer: (calling, given) =>
      send(calling, { key, query: Object.keys(query.properties), body: endpoint.body !== undefined }, given),
  };
}

/** Sends each argument where the operation takes it: in the path, the query or the body. */
async function send(
  { connection, signal }: Calling,
  { key, query, body }: { key: string; query: readonly string[]; body: boolean },
  given: Record<string, unknown>,
): Promise<unknown> {
  const [method, path] = splitRouteKey(key);
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const missing = inPath.find((name) => typeof given[name] !== "string" || given[name] === "");
  if (missing !== undefined) throw new ApiError(400, `${missing} is missing. It names the record.`);
  const search = new URLSearchParams(
    query.filter((name) => given[name] !== undefined).map((name) => [name, String(given[name])]),
  );
  const rest = Object.entries(given).filter(([name]) => !inPath.includes(name) && !query.includes(name));
  const filled = fillPath(path, given as Record<string, string>);
  const response = await connection.send(`${filled}${search.size > 0 ? `?${search}` : ""}`, {
    method,
    signal,
    ...(body && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(rest)),
    }),
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  if (!response.ok) throw new ApiError(response.status, JSON.parse(text).error);
  return isJson ? JSON.parse(text) : text;
}

/** Returns the JSON schema of an object, resolving its name. */
function objectSchema(schema: z.ZodType | undefined): ObjectSchema {
  if (!schema) return { type: "object", properties: {} };
  const made = z.toJSONSchema(schema, { io: "input" }) as Partial<ObjectSchema> & { $ref?: string };
  const named = made.$ref === undefined
    ? made
    : made.$defs?.[made.$ref.replace("#/$defs/", "")] as Partial<ObjectSchema>;
  return {
    type: "object",
    properties: named.properties ?? {},
    ...(named.required && { required: named.required }),
    ...(made.$defs && { $defs: made.$defs }),
  };
}
