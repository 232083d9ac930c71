import { sha256 } from "../../../store/chain.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ruleFor } from "./confine.ts";

/** A verifier on a tree, after a setup; null for none. */
interface CheckedFiles {
  readonly root: string;
  readonly repositoryId: string;
  readonly tree: string;
  readonly command: string;
  readonly setup: string | null;
}

/** Returns what the result of a verifier depends on: the files, the commands, and the rules of the sandbox. */
export async function checkKey(
  step: { ctx: Pick<Core, "config" | "store">; runId?: string },
  { root, repositoryId, tree, command, setup }: CheckedFiles,
): Promise<string> {
  const rules = await Promise.all([ruleFor(step, root, "setup"), ruleFor(step, root, "verifier")]);
  return sha256(JSON.stringify([repositoryId, tree, command, setup, rules]));
}
