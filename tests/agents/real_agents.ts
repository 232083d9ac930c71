/** Real agents, installed from npm, driven to an applied patch. `deno task test:agents`; not part of `deno task test`. */
import { join } from "node:path";
import { probeSandbox } from "../../services/machine/processes/sandbox/mod.ts";
import { claude } from "./claude.ts";
import { installAgent } from "./install.ts";
import { crossBorder } from "./border.ts";
import { drive, type RealAgent } from "./scenario.ts";

const path = Deno.env.get("PATH") ?? "";
const sandbox = await probeSandbox(path);
if (!sandbox.available) {
  throw new Error(`Real agents are only driven in a sandbox. ${sandbox.reason} ${sandbox.fix}`);
}

async function opencode(): Promise<RealAgent> {
  const modules = await installAgent("opencode");
  return {
    label: "opencode",
    command: [join(modules, "opencode-linux-x64", "bin", "opencode"), "acp"],
    upstream: "openai-compatible",
    tools: (directory) => ({
      change: edit("edit", directory, "a.txt"),
      write: { name: "write", input: { filePath: `${directory}/b.txt`, content: "new\n" } },
      last: edit("edit", directory, "c.txt"),
    }),
    writes: (filePath, content) => ({ name: "write", input: { filePath, content } }),
    runs: (command) => ({ name: "bash", input: { command, description: "Run it" } }),
  };
}

for (const [name, agent] of [["opencode", opencode], ["claude-agent-acp", claude]] as const) {
  Deno.test(`${name}: an approved edit, a rejected one, kill -9 in the middle, the applied patch; nothing planted fires`, async () => {
    await drive(await agent());
  });

  Deno.test(`${name} at the border: ten edits, five commands and one npm install are one question, and none the next time`, async () => {
    await crossBorder(await agent());
  });
}

function edit(name: string, directory: string, file: string) {
  const input = { filePath: `${directory}/${file}`, oldString: "line one", newString: "line one changed" };
  return { name, input };
}
