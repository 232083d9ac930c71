import { homeDirectory, searchPath } from "../../../ground/kernel/environment.ts";
import { OFFLINE_VARIABLES } from "../../../machine/network/offline.ts";
import { decideCommand } from "../../../ground/policy/decide.ts";
import { type ProcessResult, runProcess } from "../../../machine/processes/run.ts";
import {
  composeSandbox,
  homeSeenAt,
  type Purpose,
  sandboxRuleOf,
} from "../../../machine/processes/sandbox/mod.ts";
import {
  objectDirectories,
  removeTree,
  workingDirectory,
  type Workspace,
  worktreeAround,
} from "../../../machine/repositories/mod.ts";
import { placeOf } from "../../commands/run_command.ts";
import { StepFailed } from "../../commands/interrupts.ts";
import type { Trial } from "./trial.ts";

/** How much of a command's output is kept, in bytes. */
const OUTPUT_LIMIT = 1024 * 1024;

/** One command of a trial. */
type TrialCommand = {
  command: string;
  workspace: Workspace;
  purpose: Purpose;
  directory?: string | undefined;
  environment?: Readonly<Record<string, string>> | undefined;
  timeoutMilliseconds: number;
};

/**
 * Runs a command in the sandbox without network and secrets. It can only write its worktree, whatever `sandbox.json` lets
 * commands of runs write. Throws `StepFailed` for a blocked class.
 */
export async function runConfined(trial: Trial, command: TrialCommand): Promise<ProcessResult> {
  const { ctx, control, sandbox, signal, endsAt } = trial;
  const { blockedClass, reason } = decideCommand(command.command);
  if (blockedClass) throw new StepFailed("policy_blocked", `${reason} (blocked class: ${blockedClass.id})`);
  const { storageDirectory } = ctx.config;
  const homeAt = homeSeenAt(homeDirectory());
  const rule = await sandboxRuleOf(storageDirectory, homeAt, control.repository.root, command.purpose);
  const temporary = `${trial.directory}/temporary-${crypto.randomUUID()}`;
  const home = `${trial.directory}/home`;
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  await Deno.mkdir(temporary, { mode: 0o700 });
  try {
    const place = {
      directory: workingDirectory(control, command.workspace),
      home,
      temporary,
      readable: [...worktreeAround(control, command.workspace), ...objectDirectories(control)],
      masked: [],
      storageDirectory,
      searchPath: searchPath(),
    };
    const held = await composeSandbox(sandbox, place, { ...rule, network: false, writable: [] }, homeAt);
    const left = endsAt - ctx.now().getTime();
    const result = await runProcess({
      command: command.command,
      directory: placeOf({ control, ...command, directory: command.directory ?? "" }),
      environment: { ...command.environment, ...OFFLINE_VARIABLES },
      signal,
      timeoutMilliseconds: Math.max(1, Math.min(command.timeoutMilliseconds, left)),
      outputLimit: OUTPUT_LIMIT,
      redactor: ctx.redactor,
      // The sandbox ends with this process, so the next start has nothing to clean up.
      onSpawn: () => {},
      sandbox: { ...held, limits: rule.limits },
    });
    signal.throwIfAborted();
    return result;
  } finally {
    await removeTree(temporary);
  }
}
