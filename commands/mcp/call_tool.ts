import { ApiError, fillPath } from "../../client/client.ts";
import type { ServiceClient } from "../service/connection.ts";
import { describeFailure } from "../service/failure.ts";
import type { Tool } from "./tools.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";

/** The maximum number of links in one response. */
const MAX_LINKS = 20;

/** The page for each kind of id. */
const PAGES: Readonly<Record<string, { label: string; path: string }>> = {
  run: { label: "Run", path: "/dashboard/runs/" },
  approval: { label: "Review", path: "/dashboard/approvals/" },
};

/** A response in MCP: text for the model. */
type ToolResponse = { content: { type: "text"; text: string }[]; isError?: boolean };

/** A longer response would take too much of the model's context. */
const MAX_CHARACTERS = 30_000;

/** Calls the operation of a tool with the agent token. Errors are responses too, so that the model can correct its call. */
export async function callTool(connection: ServiceClient, tool: Tool, given: object): Promise<ToolResponse> {
  try {
    await requireAgent(connection);
    const text = await send(connection, tool, given as Record<string, unknown>);
    return { content: [bounded(text), ...linksIn(text, connection.url)].map(asText) };
  } catch (error) {
    const failure = describeFailure(error);
    if (failure === null) throw error;
    return { content: [asText(failure.message)], isError: true };
  }
}

/** Throws if the service would treat this caller as its operator, as one without tokens treats everyone. */
async function requireAgent({ call, url }: ServiceClient): Promise<void> {
  if (!("credentialReadiness" in await call("GET /control-plane/status"))) return;
  throw new ApiError(
    403,
    `The service at ${url} cannot tell the agent from its operator, so no request was sent. A person has to restart it, so that it reads the agent token.`,
  );
}

async function send(
  connection: ServiceClient,
  { key, query, body }: Tool,
  given: Record<string, unknown>,
): Promise<string> {
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
    ...(body && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(rest)),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, JSON.parse(text).error);
  return text;
}

const bounded = (text: string): string =>
  text.length <= MAX_CHARACTERS
    ? text
    : `${
      text.slice(0, MAX_CHARACTERS)
    }\n\nThese are ${MAX_CHARACTERS} of ${text.length} characters. Ask for less: a smaller limit, a single record.`;

const asText = (text: string) => ({ type: "text" as const, text });

/** Returns links to the runs and reviews that a response names, for the person to open, as one text. */
function linksIn(answer: string, url: string): string[] {
  const found = new Set<string>();
  for (const [, id, kind] of answer.matchAll(/"((run|approval)_[0-9a-z]+)"/g)) {
    const { label, path } = PAGES[kind!]!;
    found.add(`${label}: ${url}${path}${id}`);
    if (found.size === MAX_LINKS) break;
  }
  return found.size === 0 ? [] : [[...found].join("\n")];
}
