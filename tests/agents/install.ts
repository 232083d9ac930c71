import { join } from "node:path";

/** The agents that are driven, as they are published. */
export const PACKAGES = {
  opencode: "opencode-linux-x64@1.18.34",
  claude: "@agentclientprotocol/claude-agent-acp@0.101.0",
  codex: "@agentclientprotocol/codex-acp@2.6.0",
} as const;

/** Where they are kept from one time to the next. */
const cache = (): string =>
  join(
    Deno.env.get("XDG_CACHE_HOME") ?? join(Deno.env.get("HOME") ?? Deno.cwd(), ".cache"),
    "agent-harness",
    "agents",
  );

/** How it is installed: no package runs a script of its own. */
export const INSTALL = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
] as const;

/** Installs an agent with npm, unless it is there, and gives its packages' directory. */
export async function installAgent(name: keyof typeof PACKAGES): Promise<string> {
  const directory = join(cache(), `${name}-${PACKAGES[name].split("@").at(-1)}`);
  const modules = join(directory, "node_modules");
  if (await isThere(join(directory, "installed"))) return modules;
  await Deno.mkdir(directory, { recursive: true });
  await Deno.writeTextFile(join(directory, "package.json"), '{ "private": true }\n');
  const args = [...INSTALL, PACKAGES[name]];
  const npm = async () => await new Deno.Command("npm", { args, cwd: directory, stdout: "null" }).output();
  const { success, stderr } = await npm().catch((cause) => {
    throw new Error("npm was not found; install Node with npm to drive real agents.", { cause });
  });
  if (!success) {
    throw new Error(`npm could not install ${PACKAGES[name]}: ${new TextDecoder().decode(stderr)}`);
  }
  await Deno.writeTextFile(join(directory, "installed"), "");
  return modules;
}

const isThere = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
