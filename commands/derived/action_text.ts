import type { Command } from "commander";
import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import { REPOSITORY_HELP, resolveRepository } from "../service/repository.ts";
import { resolveId } from "../service/resolve.ts";

/** The endpoint whose action may be given in words: a request, or the name of a workflow. */
export const ACTING = "POST /automations";

/** The flags that say in words what an automation does. */
export type ActionOptions = { repo?: string; verify?: string; workflow?: string };

const EXAMPLE = '--action "run npm test" --repo ~/my/repository';

/** Adds the flags of an action in words. */
export const addActionOptions = (command: Command): Command =>
  command
    .option("--workflow <name>", "a saved workflow to run, instead of --action")
    .option("--repo <directory>", `where it works: ${REPOSITORY_HELP}; default: here`)
    .option("--verify <command>", "the command that must succeed before the result is reviewed");

/** Replaces a request in words, or the name of a workflow, with the action. Throws `UsageError` that says what to write. */
export async function readActionWords(
  connection: () => ServiceClient,
  key: string,
  body: Record<string, unknown>,
  { repo, verify, workflow }: ActionOptions,
): Promise<void> {
  if (key !== ACTING) return;
  const { action } = body;
  if (workflow === undefined && typeof action !== "string") {
    if (action === undefined) {
      throw new UsageError(
        `--action is missing: say what to do, such as ${EXAMPLE}, or --workflow <name> for a saved workflow.`,
      );
    }
    if (repo !== undefined || verify !== undefined) {
      throw new UsageError(
        "--repo and --verify belong to an action in words. In JSON, they are repoPath and verifier.command.",
      );
    }
    return;
  }
  if (workflow !== undefined && action !== undefined) {
    throw new UsageError("Give either --action or --workflow: an automation does one of them.");
  }
  if (typeof action === "string" && action.trim() === "") {
    throw new UsageError(`--action is empty. Say what to do, such as ${EXAMPLE}.`);
  }
  const verifier = verify === undefined ? {} : { verifier: { command: verify } };
  if (workflow !== undefined) {
    const workflowId = await resolveId(connection(), "/saved-workflows", workflow);
    const where = repo === undefined ? {} : { repoPath: await resolveRepository(connection, repo) };
    body.action = { kind: "workflow", workflowId, ...where, ...verifier };
    return;
  }
  const repoPath = await resolveRepository(connection, repo ?? ".");
  body.action = { kind: "run", request: action, repoPath, ...verifier };
}
