import type { Contract } from "../../../routes/endpoint.ts";
import { endpointTools } from "../endpoint_tools.ts";
import type { Tool } from "../tool.ts";
import { guide } from "./guide.ts";
import { list } from "./list.ts";
import { patch } from "./patch.ts";
import { queue } from "./queue.ts";
import { report } from "./report.ts";
import { request } from "./request.ts";
import { say } from "./say.ts";
import { status } from "./status.ts";
import { wait } from "./wait.ts";
import { workflows } from "./workflows.ts";

/** What an agent needs to have work done, in the order of their use. */
const WORK: readonly Tool[] = [request, wait, status, guide, say, report, patch, list, queue, workflows];

/** Loads the contracts of all domains, which the tools for work do not need. */
type LoadContracts = () => Promise<readonly Contract[]>;

/** Returns the tools for work and, with `all`, one for each operation of the agent token. */
export const toolsetOf = async (load: LoadContracts, all: boolean): Promise<readonly Tool[]> =>
  all ? [...WORK, ...endpointTools(await load())] : WORK;

/** Returns why a tool that is not among these cannot be called. */
export async function refusalOf(tools: readonly Tool[], name: string, load: LoadContracts): Promise<string> {
  return endpointTools(await load()).some((tool) => tool.name === name)
    ? `"${name}" is not in this toolset. A person adds it with: agent-harness mcp --toolset all`
    : `Unknown tool "${name}". There are ${tools.map((tool) => tool.name).join(", ")}.`;
}
