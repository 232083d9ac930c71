import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { askYesOrNo } from "../terminal/terminal.ts";
import { connectOne } from "../connect.ts";
import { projectCommands } from "../../services/knowledge/project_context/project_commands.ts";
import { missingProgram, projectFiles } from "./repository.ts";

/** The usual verifier and setup of runs in a repository. */
type Usual = { verifier: string | null; setup: string | null };

/** Returns whether a person has requested work in a directory before. What an agent requested was not confirmed by a person. */
export async function hasWorkedIn({ call }: ServiceClient, repoPath: string): Promise<boolean> {
  const runs = await call("GET /runs", { query: { repoPath, limit: MAX_LOOKED_AT } });
  return runs.some(({ createdBy, kind }) => createdBy === "operator" && kind === "coordinator");
}

/** The maximum number of newest runs in a directory to read. */
const MAX_LOOKED_AT = 50;

/**
 * Asks at the first use whether to use what was found here. Nothing of it runs before a yes. Saves the choice
 * as the repository's defaults. Returns false if the person leaves.
 */
export async function askUsual(
  shell: Shell,
  connection: ServiceClient,
  repoPath: string,
): Promise<boolean> {
  const chosen = await chooseUsual(shell, connection, repoPath);
  if (chosen === null) return false;
  const { verifier, setup } = chosen;
  const values = { ...(verifier !== null && { verifier }), ...(setup !== null && { setup }) };
  if (verifier !== null) {
    await connection.call("POST /repositories/defaults", { body: { repoPath, ...values } });
  }
  return true;
}

async function chooseUsual(
  shell: Shell,
  connection: ServiceClient,
  repoPath: string,
): Promise<Usual | null> {
  const { output, terminal } = shell;
  const proposed = projectCommands(projectFiles(repoPath));
  const missing = proposed && await missingProgram(repoPath, [proposed.setup, proposed.test]);
  const found = missing === null ? proposed : null;
  const worker = await readyWorker(connection);
  output.talk(
    missing !== null && proposed
      ? `Verifier  none: ${
        paint.bold(proposed.test)
      }, by ${proposed.file}, needs ${missing}, which was not found. ` +
        "Install it, or give a run its own with --verify."
      : found
      ? `Verifier  ${paint.bold(found.test)}${
        found.setup ? ` after ${paint.bold(found.setup)}` : ""
      }, by ${found.file}`
      : "Verifier  none found",
  );
  if (worker === null) {
    output.talk("Worker    none ready\n");
    const connected = await connectOne(shell, connection);
    if (connected === "failed") return null;
    if (connected === "none") output.talk(WITHOUT_MODEL);
    const use = found === null ? false : await askYesOrNo(terminal, questionOf(found), true);
    return use === null ? null : usualOf(use ? found : null);
  }
  output.talk(`Worker    ${paint.bold(oneLine(worker))}`);
  const use = await askYesOrNo(terminal, "Use them?", true);
  if (use === null) return null;
  if (use) return usualOf(found);
  const verifier = await terminal.ask("Command that checks the result (Enter for none): ");
  if (verifier === null) return null;
  if (await connectOne(shell, connection) === "failed") return null;
  return { verifier: verifier.trim() || null, setup: null };
}

type Commands = ReturnType<typeof projectCommands>;

const WITHOUT_MODEL =
  'Without a model, requests are instructions, one per line, such as: create NOTE.md with "hello"\n' +
  "To connect one later: agent-harness connect\n";

const questionOf = ({ setup }: NonNullable<Commands>): string =>
  setup === null ? "Use the verifier?" : "Use the verifier and the setup?";

const usualOf = (found: Commands): Usual => ({
  verifier: found?.test ?? null,
  setup: found?.setup ?? null,
});

/** Returns the worker for requests in plain words, as `provider/model`, after looking for model servers on this machine. */
async function readyWorker({ call }: ServiceClient): Promise<string | null> {
  await call("POST /providers/find");
  const body = { request: "Make it better", role: "worker" };
  return (await call("POST /model-routing/preview", { body })).selectedModel?.id ?? null;
}
