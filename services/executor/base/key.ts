import { sha256 } from "../../../store/chain.ts";
import { type BaseCheck } from "../../../store/runs/base_check.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Core } from "../../kernel/context.ts";
import { ruleFor } from "../commands/confine.ts";
import type { StepContext } from "../flow/step_context.ts";
import { setupOf } from "../setup/command.ts";

/** Returns what the result of a verifier on the base depends on: the files, the commands, and the rules of the sandbox. */
export async function baseKey(step: StepContext, run: RunDocument): Promise<string> {
  const { repositoryId, root, tree } = run.base!;
  const rules = await Promise.all([ruleFor(step, root, "setup"), ruleFor(step, root, "verifier")]);
  const setup = setupOf(step, run)?.command ?? null;
  return sha256(JSON.stringify([repositoryId, tree, run.verifier!.command, setup, rules]));
}

/** Returns what is known of a base from another run; null where nothing is. */
export function knownCheck({ store }: Pick<Core, "store">, key: string): BaseCheck | null {
  const row = store.projector.tables.get<{ run_id: string; body: string }>(
    "select run_id, body from {base_checks} where key = ? order by sequence desc limit 1",
    key,
  );
  if (!row) return null;
  return { ...JSON.parse(row.body) as BaseCheck, reusedFrom: row.run_id };
}
