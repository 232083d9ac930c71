import { join } from "node:path";
import { main } from "../../commands/main.ts";
import { connectTo, type ServiceClient } from "../../commands/service/connection.ts";
import { followRun } from "../../commands/service/follow.ts";
import { createOutput } from "../../commands/terminal/output.ts";
import type { Shell } from "../../commands/shell.ts";
import { startService } from "../../main.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { layOutStore } from "../empty_store.ts";
import { NOTHING_IN_THE_BACKGROUND } from "../git.ts";
import { programFile } from "../programs.ts";

export const CLI = new URL("../../cli.ts", import.meta.url).pathname;

/** What a command printed and ended with. */
export type Ended = { code: number; stdout: string; stderr: string };
export type RunOptions = {
  environment?: Record<string, string>;
  stdin?: string;
  directory?: string;
  /** The program is started from its sources, also where it is bundled. */
  fromSources?: boolean;
};

/** Commands that start the program anew, or say how one does: only the sources know it. */
const NAMING_THEIR_PROGRAM = new Set(["completions", "connect", "demo", "init", "mcp", "run", "service"]);

/** A whole run of the tests has bundled the program, which then starts sooner. */
const programFor = ([command = ""]: readonly string[]): string =>
  /^[a-z-]+$/.test(command) && !NAMING_THEIR_PROGRAM.has(command) ? programFile("cli.ts") : CLI;

/** Starts the real CLI as a child with an environment of its own. */
export function spawnCli(
  args: readonly string[],
  { environment = {}, directory, fromSources = false }: RunOptions = {},
) {
  const kept = Object.fromEntries(
    ["PATH", "HOME", "DENO_DIR", "TMPDIR", "XDG_STATE_HOME"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", fromSources ? CLI : programFor(args), ...args],
    clearEnv: true,
    // What the person who runs the tests has remembered is not looked at.
    env: { ...kept, XDG_CONFIG_HOME: "/nowhere", ...environment },
    ...(directory && { cwd: directory }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the real CLI to its end. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawnCli(args, options);
  const writer = child.stdin.getWriter();
  if (options.stdin !== undefined) {
    await writer.write(new TextEncoder().encode(options.stdin)).catch(() => {});
  }
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** A service on a free port with a storage directory of its own, and the CLI pointed at it. */
export async function startFixture(settings: Record<string, string> = {}) {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" }));
  const storage = join(directory, "storage");
  await Deno.mkdir(storage, { mode: 0o700 });
  layOutStore(storage);
  const values: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
    ...settings,
  };
  const parts = { log: silentLog, otherAccounts: [] };
  const running = await startService(readConfig((name) => values[name], null), parts);
  const environment = { AGENT_HARNESS_URL: running.url };
  const connection: ServiceClient = connectTo(running.url, settings.AGENT_HARNESS_TOKEN);
  let repositories = 0;
  return {
    directory,
    storage,
    url: running.url,
    connection,
    service: running.service,
    run: (args: readonly string[], options: RunOptions = {}) =>
      runCli(args, { ...options, environment: { ...environment, ...options.environment } }),
    /** The same in this process, where a process of its own would show nothing more. */
    async main(args: readonly string[]): Promise<Ended> {
      const { shell, printed } = fakeShell(null, environment);
      return { code: await main(args, shell), ...printed };
    },
    spawn: (args: readonly string[]) => spawnCli(args, { environment }),
    /** A git repository with these files, committed. */
    repository: (files: Record<string, string> = { "a.txt": "Hello\n" }) =>
      makeRepository(join(directory, `repository-${repositories++}`), files),
    /** A run that has gone as far as it goes without a person. */
    async waitingRun(request: string, repoPath: string, verifier?: string) {
      const { id } = await connection.call("POST /coordinator/runs", {
        body: { request, repoPath, ...(verifier && { verifier: { command: verifier } }) },
      });
      const run = await followRun(connection, id, { onEvent: () => {} });
      return { id, approvalId: run.waitingFor?.id ?? "", status: run.status };
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Makes a git repository with one commit. */
export async function makeRepository(root: string, files: Record<string, string>): Promise<string> {
  await Deno.mkdir(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) await Deno.writeTextFile(join(root, name), content);
  for (
    const args of [
      ["init", "--quiet", "--initial-branch=main"],
      ["add", "--all"],
      ["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "--message=first"],
    ]
  ) {
    const { success } = await new Deno.Command("git", { args, cwd: root, env: NOTHING_IN_THE_BACKGROUND })
      .output();
    if (!success) throw new Error(`git ${args.join(" ")} failed`);
  }
  return root;
}

/** A shell for commands called in this process: a terminal that gives these answers, and what was printed. */
export function fakeShell(answers: readonly string[] | null, environment: Record<string, string> = {}) {
  const questions: string[] = [];
  const printed = { stdout: "", stderr: "" };
  const sink = (name: "stdout" | "stderr") => ({
    write: (bytes: Uint8Array) => void (printed[name] += new TextDecoder().decode(bytes)),
    terminal: answers !== null,
  });
  const left = [...(answers ?? [])];
  const shell: Shell = {
    output: createOutput({ stdout: sink("stdout"), stderr: sink("stderr") }, { colour: true, columns: 100 }),
    terminal: {
      interactive: answers !== null,
      rows: 1000,
      ask: (question) => {
        questions.push(question);
        return Promise.resolve(left.shift() ?? null);
      },
      key: (question) => {
        questions.push(question);
        return Promise.resolve(left.shift() ?? null);
      },
      hidden: (question) => {
        questions.push(question);
        return Promise.resolve(left.shift() ?? null);
      },
    },
    environment: (name) => environment[name],
  };
  return { shell, questions, printed };
}
