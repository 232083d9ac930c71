import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CLI } from "./fixture.ts";

/** The token of the agent in these tests. */
export const AGENT = "the-agents-own-token";

type Content = ({ type: "text"; text: string } | { type: "resource_link"; uri: string; name: string })[];

/** Starts `agent-harness mcp` and connects to it as a client does. */
export async function connectMcp(
  environment: Record<string, string>,
  { args = [], directory }: { args?: readonly string[]; directory?: string } = {},
) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "-A", "--quiet", CLI, "mcp", "--no-start", ...args],
    env: { ...Deno.env.toObject(), XDG_CONFIG_HOME: "/nowhere", ...environment },
    ...(directory && { cwd: directory }),
  });
  await client.connect(transport);
  const call = async (
    name: string,
    given: Record<string, unknown> = {},
    { onprogress, signal }: { onprogress?: (said: { message?: string }) => void; signal?: AbortSignal } = {},
  ) => {
    const { content, isError } = await client.callTool({ name, arguments: given }, undefined, {
      ...(onprogress && { onprogress }),
      ...(signal && { signal }),
    }) as { content: Content; isError?: boolean };
    const texts = content.flatMap((each) => each.type === "text" ? [each.text] : []);
    const links = content.flatMap((each) => each.type === "resource_link" ? [each.uri] : []);
    return {
      text: texts[0]!,
      note: texts[1] ?? "",
      links,
      isError: isError ?? false,
      /** What the answer takes of the model's context. */
      characters: JSON.stringify(content).length,
    };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}
