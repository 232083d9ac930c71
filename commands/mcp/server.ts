import process from "node:process";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { CONTRACTS } from "../derived/contracts.later.ts";
import type { ServiceClient } from "../service/connection.ts";
import { callTool } from "./call_tool.ts";
import { type Tool, toolsOf } from "./tools.ts";

/** Offers the agent's operations of a service on standard input and output, until the client closes them. */
export async function serveTools(connection: ServiceClient, version: string): Promise<void> {
  const tools = toolsOf(await Promise.all(Object.values(CONTRACTS).map((load) => load())));
  const contract = await connection.call("GET /agent-client/contract");
  const toolOf = new Map(tools.map((tool) => [tool.key, tool.name]));
  const steps = contract.recommendedHeadlessFlow.flatMap(({ operation, purpose }) => {
    const name = toolOf.get(operation);
    return name === undefined ? [] : [{ name, purpose }];
  });
  const server = new Server({ name: "agent-harness", version }, {
    capabilities: { tools: {} },
    instructions: [
      contract.boundarySummary,
      "You cannot approve anything. Give the person the links to runs and reviews that the responses contain.",
      "Usual steps:",
      ...steps.map(({ name, purpose }, i) => `${i + 1}. ${name}: ${purpose}`),
    ].join("\n"),
  });
  const hints = new Map(
    steps.map(({ name, purpose }, i) => [name, `Step ${i + 1} of the usual steps. ${purpose}`]),
  );
  server.setRequestHandler(
    ListToolsRequestSchema,
    () => ({ tools: tools.map((tool) => listed(tool, hints)) }),
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params }: CallToolRequest) => {
    const { name, arguments: given = {} } = params;
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool "${name}".`);
    return await callTool(connection, tool, given);
  });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

const listed = ({ name, description, readOnly, inputSchema }: Tool, hints: ReadonlyMap<string, string>) => ({
  name,
  description: [description, hints.get(name)].filter(Boolean).join(". "),
  inputSchema,
  annotations: { readOnlyHint: readOnly, destructiveHint: false },
});
