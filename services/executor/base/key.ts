import { sha256 } from "../../../store/chain.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { ruleFor } from "../../commands/confine.ts";
import type { RunPort } from "../../commands/ports.ts";
import { setupOf } from "../../commands/setup_command.ts";

/** Returns what the result of a verifier on the base depends on: the files, the commands, and the rules of the sandbox. */
export async function baseKey(step: RunPort, run: RunDocument): Promise<string> {
  const { repositoryId, root, tree } = run.base!;
  const rules = await Promise.all([ruleFor(step, root, "setup"), ruleFor(step, root, "verifier")]);
  const setup = setupOf(step, run)?.command ?? null;
  return sha256(JSON.stringify([repositoryId, tree, run.verifier!.command, setup, rules]));
}
