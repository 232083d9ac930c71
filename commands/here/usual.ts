import type { Connection } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { connectOne } from "../connect.ts";
import { projectCommands } from "../../services/project_context/project_commands.ts";
import { projectFiles } from "./repository.ts";

/** How runs in a repository are verified and prepared. */
type Usual = { verifier: string | null; setup: string | null };

/** Returns whether a person has requested work in a directory before. What an agent requested was not confirmed by a person. */
export async function hasWorkedIn({ call }: Connection, repoPath: string): Promise<boolean> {
  const runs = await call("GET /runs", { query: { repoPath, limit: MAX_LOOKED_AT } });
  return runs.some(({ createdBy, kind }) => createdBy === "operator" && kind === "coordinator");
}

/** How many of the newest runs in a directory are read. */
const MAX_LOOKED_AT = 50;

/**
 * Asks the one question of the first use: whether to use what was found here. Nothing of it runs before a yes. Saves the choice
 * as the repository's defaults. Returns false if the person leaves.
 */
export async function askUsual(shell: Shell, connection: Connection, repoPath: string): Promise<boolean> {
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
  connection: Connection,
  repoPath: string,
): Promise<Usual | null> {
  const { output, terminal } = shell;
  const found = projectCommands(projectFiles(repoPath));
  const worker = await readyWorker(connection);
  output.talk(
    found
      ? `Verifier  ${paint.bold(found.test)}${
        found.setup ? ` after ${paint.bold(found.setup)}` : ""
      }, by ${found.file}`
      : "Verifier  none found",
  );
  if (worker === null) {
    output.talk("Worker    none ready\n");
    const goesOn = await connectOne(shell, connection) === 0 || await continuesWithout(shell);
    return goesOn ? usualOf(found) : null;
  }
  output.talk(`Worker    ${paint.bold(oneLine(worker))}`);
  const answer = (await terminal.ask("Use them? [Y/n] "))?.trim().toLowerCase();
  if (answer === undefined) return null;
  if (answer === "" || answer.startsWith("y")) return usualOf(found);
  const verifier = await terminal.ask("Command that checks the result (Enter for none): ");
  if (verifier === null) return null;
  if (await connectOne(shell, connection) !== 0) return null;
  return { verifier: verifier.trim() || null, setup: null };
}

/** Recipes need no model. */
async function continuesWithout({ output, terminal }: Shell): Promise<boolean> {
  output.talk('Recipes work without a model, such as: create docs/NOTE.md with "hello"');
  const answer = await terminal.ask("Continue without a model? [Y/n] ");
  return answer !== null && /^(?:y|yes|)$/i.test(answer.trim());
}

const usualOf = (found: ReturnType<typeof projectCommands>): Usual => ({
  verifier: found?.test ?? null,
  setup: found?.setup ?? null,
});

/** Returns the worker for requests in plain words, as `provider/model`, after looking for model servers on this machine. */
async function readyWorker({ call }: Connection): Promise<string | null> {
  await call("POST /providers/find");
  const body = { request: "Make it better", role: "worker" };
  return (await call("POST /model-routing/preview", { body })).selectedModel?.id ?? null;
}
