import { join } from "node:path";
import { connectTo } from "../../commands/service/connection.ts";
import { untilAnswers } from "../../commands/service/start.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { CLI, makeRepository, spawnCli } from "./fixture.ts";
import { startTerminal } from "./tmux.ts";

/** What is missing for a test in a terminal, and how to get it; null if nothing is. */
export const NO_TMUX = findProgram("tmux", Deno.env.get("PATH") ?? "") === null
  ? "Run: apt-get install tmux"
  : null;

/** The shell waits for a line again. */
export const PROMPT = /[$#]\s*$/;

/** A storage directory with its service as a process that can be killed, a repository with one run, and a terminal in it. */
export async function terminalPlace() {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-screen-" }));
  const storage = join(directory, "storage");
  await Deno.mkdir(storage, { mode: 0o700 });
  const repository = await makeRepository(join(directory, "sums"), { "a.txt": "a\n" });
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = `${free.addr.port}`;
  free.close();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    AGENT_HARNESS_URL: url,
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  };
  const connection = connectTo(url);
  const serve = async () => {
    const child = spawnCli(["serve"], { environment: { ...environment, AGENT_HARNESS_PORT: port } });
    const output = child.output();
    await untilAnswers(connection);
    return {
      async kill() {
        child.kill("SIGKILL");
        await output;
      },
    };
  };
  const terminal = async (given: Record<string, string> = {}) =>
    await startTerminal("bash --norc --noprofile -i", {
      ...environment,
      DENO_DIR: await denoDirectory(),
      PS1: "$ ",
      ...given,
    });
  const command = `cd ${repository}; clear; '${Deno.execPath()}' run -A --quiet '${CLI}'`;
  /** Ends the service that was started from the screen. */
  const endStarted = async () => {
    const lock = join(storage, "lock");
    Deno.kill(JSON.parse(await Deno.readTextFile(lock)).pid, "SIGTERM");
    using held = Deno.openSync(lock, { read: true, write: true });
    await held.lock(true);
  };
  return {
    repository,
    connection,
    endStarted,
    serve,
    terminal,
    command,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** Asks for the first work there, so that nothing is left to ask about the repository. */
export const askFirst = ({ connection, repository }: Awaited<ReturnType<typeof terminalPlace>>) =>
  connection.call("POST /coordinator/runs", {
    body: { request: 'create one.txt with "1"', repoPath: repository },
  });
