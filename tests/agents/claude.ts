import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { installAgent } from "./install.ts";
import type { RealAgent } from "./scenario.ts";

/** Installs Claude Code's adapter, and tells how it is driven. */
export async function claude(): Promise<RealAgent> {
  const modules = await installAgent("claude");
  const node = findProgram("node", Deno.env.get("PATH") ?? "");
  if (node === null) throw new Error("claude-agent-acp runs on Node; install it.");
  const change = (directory: string, name: string) => ({
    name: "Edit",
    input: {
      file_path: `${directory}/${name}`,
      old_string: "line one",
      new_string: "line one changed",
      replace_all: false,
    },
  });
  return {
    label: "Claude Code",
    command: [node, join(modules, "@agentclientprotocol", "claude-agent-acp", "dist", "index.js")],
    upstream: "anthropic",
    tools: (directory) => ({
      change: change(directory, "a.txt"),
      write: { name: "Write", input: { file_path: `${directory}/b.txt`, content: "new\n" } },
      last: change(directory, "c.txt"),
    }),
    writes: (file_path, content) => ({ name: "Write", input: { file_path, content } }),
    runs: (command) => ({ name: "Bash", input: { command, description: "Run it" } }),
  };
}
