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
import { MINUTE } from "../../store/shared/durations.ts";
import { CONTRACTS } from "../derived/contracts.later.ts";
import type { ServiceClient } from "../service/connection.ts";
import { callTool, withPart } from "./answer.ts";
import type { Tool } from "./tool.ts";
import { refusalOf, toolsetOf } from "./work/toolset.ts";

const loadContracts = () => Promise.all(Object.values(CONTRACTS).map((load) => load()));

/** How long calls in progress may still take once the client has sent all: clients give up on a tool after a minute. */
const LAST_ANSWERS_MILLISECONDS = MINUTE;

const STEPS =
  "Usual steps: request, wait (again while it neither ended nor needs a person), report, patch. To correct work, guide. " +
  "A person decides what is applied: you cannot approve anything, so give them the page that the answers name.";

/**
 * Offers work, or all operations of the agent, on standard input and output, until the client closes them. What it asked
 * before is answered first.
 */
export async function serveTools(
  connection: ServiceClient,
  { version, all }: { version: string; all: boolean },
): Promise<void> {
  const tools = await toolsetOf(loadContracts, all);
  const { boundarySummary } = await connection.call("GET /agent-client/contract");
  const server = new Server({ name: "agent-harness", version }, {
    capabilities: { tools: {} },
    instructions: `${boundarySummary}\n${STEPS}`,
  });
  const listed = tools.map(asListed);
  const inProgress = new Set<Promise<unknown>>();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }: CallToolRequest, { signal, _meta, sendNotification }: Extra) => {
      const { name, arguments: given = {} } = params;
      const tool = tools.find((each) => each.name === name);
      if (!tool) {
        throw new McpError(ErrorCode.InvalidParams, await refusalOf(tools, name, loadContracts));
      }
      const progressToken = _meta?.progressToken;
      let said = 0;
      const progress = (message: string) => {
        if (progressToken === undefined) return;
        void sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress: ++said, message },
        }).catch(() => {}); // the client has left, which the answer will show
      };
      const answer = callTool({ connection, progress, signal }, tool, given);
      inProgress.add(answer);
      return await answer.finally(() => inProgress.delete(answer));
    },
  );
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await turn(); // what came last has begun then
  const late = AbortSignal.timeout(LAST_ANSWERS_MILLISECONDS);
  const tooLate = new Promise((resolve) => late.addEventListener("abort", resolve));
  await Promise.race([Promise.allSettled(inProgress), tooLate]);
  await turn(); // the last answers are written then
  await server.close();
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** What the package hands to a handler besides the request, as far as it is used. */
type Extra = {
  signal: AbortSignal;
  _meta?: { progressToken?: string | number };
  sendNotification: (notification: { method: string; params: object }) => Promise<void>;
};

const asListed = (tool: Tool) => ({
  name: tool.name,
  description: tool.description,
  inputSchema: withPart(tool),
  annotations: { readOnlyHint: tool.readOnly, destructiveHint: false },
});
