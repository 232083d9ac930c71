import { z } from "zod";
import type { Contract, Endpoint } from "../../routes/endpoint.ts";
import { rulesOf } from "../../services/ground/kernel/access.ts";
import { entriesOf } from "../../store/shared/records.ts";

type Json = Record<string, unknown>;

/** One operation as a tool: its input as one object, and where each field is sent. */
export type Tool = {
  name: string;
  key: string;
  description: string;
  /** True if it changes nothing. */
  readOnly: boolean;
  inputSchema: Json & { type: "object" };
  /** The fields that are sent in the query. */
  query: readonly string[];
  /** True if the remaining fields are sent as the body. */
  body: boolean;
};

/** The classes of operations that an agent may use, from its contract. */
const OFFERED: ReadonlySet<string> = new Set(["agent-readable", "agent-steering"]);

/** Returns a tool for each operation that the agent token may read or steer with, and no others. */
export const toolsOf = (contracts: readonly Contract[]): Tool[] =>
  contracts.flatMap((contract) =>
    (entriesOf(contract))
      .filter(([, { access }]) => OFFERED.has(rulesOf(access).classification))
      .map(([key, endpoint]) => toolOf(key, endpoint))
  );

function toolOf(key: string, endpoint: Endpoint): Tool {
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
    query: Object.keys(query.properties),
    body: endpoint.body !== undefined,
  };
}

type ObjectSchema = { properties: Json; required?: string[]; $defs?: Json };

/** Returns the JSON schema of an object, resolving its name. */
function objectSchema(schema: z.ZodType | undefined): ObjectSchema {
  if (!schema) return { properties: {} };
  const made = z.toJSONSchema(schema, { io: "input" }) as Partial<ObjectSchema> & { $ref?: string };
  const named = made.$ref === undefined
    ? made
    : made.$defs?.[made.$ref.replace("#/$defs/", "")] as Partial<ObjectSchema>;
  return {
    properties: named.properties ?? {},
    ...(named.required && { required: named.required }),
    ...(made.$defs && { $defs: made.$defs }),
  };
}
