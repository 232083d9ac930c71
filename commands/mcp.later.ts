/**
 * The server behind `mcp`, with the contracts and the protocol's package, which no other command needs. `as string`, because Deno
 * loads what a bare literal names before the program starts.
 */
// deno-fmt-ignore: one line
export const MCP = {
  server: () => import("./mcp/server.ts" as string) as Promise<typeof import("./mcp/server.ts")>,
};
