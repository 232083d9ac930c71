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

/** The tools of a server: those that are offered, and the names of others that a wider set has. */
type Toolset = { tools: readonly Tool[]; absent: ReadonlySet<string> };

/** Returns the tools for work and, with `all`, one for each operation of the agent token. */
export function toolsetOf(contracts: readonly Contract[], all: boolean): Toolset {
  const operations = endpointTools(contracts);
  return all
    ? { tools: [...WORK, ...operations], absent: new Set() }
    : { tools: WORK, absent: new Set(operations.map(({ name }) => name)) };
}

/** Returns why a tool cannot be called. */
export const refusalOf = ({ tools, absent }: Toolset, name: string): string =>
  absent.has(name)
    ? `"${name}" is not in this toolset. A person adds it with: agent-harness mcp --toolset all`
    : `Unknown tool "${name}". There are ${tools.map((tool) => tool.name).join(", ")}.`;
